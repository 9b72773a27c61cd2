"""Terminal replies and broken mouse reports that once counted as typed keys, recorded from real
terminals."""

from __future__ import annotations

from typing import Final

REPLIES: Final[dict[str, bytes]] = {
    "DA1 of Windows Terminal": b"\x1b[?61;6;7;21;22;23;24;28;32;42c",
    "DA1 of WezTerm": b"\x1b[?61;4;6;7;14;21;22c",
    "DA1 of xterm": b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
    "DA2": b"\x1b[>1;10;0c",
    "DA3": b"\x1bP!|7E565445\x1b\\",
    "OSC 11, ended by BEL": b"\x1b]11;rgb:1e1e/1e1e/1e1e\x07",
    "OSC 11, ended by ST": b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
    "OSC 10": b"\x1b]10;rgb:d4d4/d4d4/d4d4\x1b\\",
    "OSC 4": b"\x1b]4;1;rgb:cdcd/3131/3131\x1b\\",
    "OSC 52": b"\x1b]52;c;MTIzNDU2Nzg5MA==\x1b\\",
    "XTVERSION": b"\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\",
    "XTGETTCAP": b"\x1bP1+r544E=787465726D\x1b\\",
    "DECRPSS": b"\x1bP1$r0;1;4m\x1b\\",
    "win32-input-mode: a is released": b"\x1b[65;30;97;0;0;1_",
    "win32-input-mode: Shift is pressed": b"\x1b[16;42;0;1;16;1_",
    "kitty flags": b"\x1b[?1u",
    "kitty graphics": b"\x1b_Gi=31;OK\x1b\\",
    "colour scheme": b"\x1b[?997;1n",
    "window size in characters": b"\x1b[8;40;120t",
    "window size in pixels": b"\x1b[4;640;960t",
    "DECRPM of a mode of ECMA-48": b"\x1b[4;2$y",
    "DECRPM of a mode of DEC": b"\x1b[?2027;2$y",
    "cursor position": b"\x1b[12;40R",
    "mouse outside, negative": b"\x1b[<35;-12;-3M",
    "mouse, huge": b"\x1b[<0;99999999999;5M",
    "mouse of urxvt, negative": b"\x1b[32;-3;12M",
    "focus": b"\x1b[O\x1b[I",
    "unknown CSI u": b"\x1b[1114112u",
    "mouse of VS Code": b"\x1b[<32;NaN;NaNM",
    "mouse of VS Code, released": b"\x1b[<0;NaN;NaNm",
    "mouse of urxvt without numbers": b"\x1b[35;NaN;NaNM",
}
"""Input that is not typed."""

TORN: Final[dict[str, tuple[bytes, bytes]]] = {
    "mouse report": (b"\x1b[<35;8", b";3M"),
    "arrow key": (b"\x1b[", b"C"),
    "key of the keypad": (b"\x1bO", b"C"),
    "DA1": (b"\x1b[?61;4", b";6;7;22c"),
    "OSC 11": (b"\x1b]11;rgb:1e1e/", b"1e1e/1e1e\x07"),
    "end of a string": (b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b", b"\\"),
}
"""Input split into two parts with a short pause."""
