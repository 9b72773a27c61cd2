# Builds an image that runs a Guildhall server. See docs/installing.md.

FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements/serve.txt requirements/
RUN python -m pip install --no-cache-dir --require-hashes --requirement requirements/serve.txt \
 && python -m pip wheel --no-cache-dir --require-hashes --requirement requirements/serve.txt \
        --wheel-dir /wheels
COPY . .
RUN python -m pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels . \
 && python -m venv /guildhall \
 && /guildhall/bin/python -m pip install --no-cache-dir --no-index -f /wheels \
        "guildhall-games[serve,web,postgres]"

FROM python:3.13-slim
COPY --from=build /guildhall /guildhall
RUN useradd --system --uid 2222 --home-dir /var/lib/guildhall --create-home guildhall \
 && chmod 700 /var/lib/guildhall
ENV PATH=/guildhall/bin:$PATH GUILDHALL_HOME=/var/lib/guildhall LANG=C.UTF-8 PYTHONUTF8=1
USER 2222
VOLUME /var/lib/guildhall
EXPOSE 2222 8080
HEALTHCHECK --interval=1m --timeout=20s --start-period=2m CMD ["guildhall", "server", "check"]
ENTRYPOINT ["guildhall"]
CMD ["serve"]
