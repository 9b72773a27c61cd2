"use strict";
// The key of this browser: made here, kept in IndexedDB, and not extractable.

const Key = (() => {
  const DATABASE = "guildhall", STORE = "keys", NAME = "key", ALGORITHM = "Ed25519";

  class Unusable extends Error {}

  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  function opened() {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    return done(request);
  }

  async function made() {
    try {
      return await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
    } catch {
      throw new Unusable("no_ed25519");
    }
  }

  async function own() {
    if (!window.isSecureContext || !window.crypto?.subtle) throw new Unusable("not_secure");
    let database, pair;
    try {
      database = await opened();
      pair = await done(database.transaction(STORE).objectStore(STORE).get(NAME));
    } catch {
      throw new Unusable("no_storage");
    }
    if (pair) return pair;
    pair = await made();
    try {
      const store = () => database.transaction(STORE, "readwrite").objectStore(STORE);
      // Another tab may have made one meanwhile: that one stays.
      await done(store().add(pair, NAME)).catch(() => undefined);
      pair = await done(store().get(NAME));
      if (!pair) throw new Error("not kept");
    } catch {
      throw new Unusable("no_storage");
    }
    navigator.storage?.persist?.();
    return pair;
  }

  const base64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

  async function login(pair, challenge) {
    const text = ["guildhall-web-login-v1", location.origin, challenge].join("\n");
    const signature = await crypto.subtle.sign(ALGORITHM, pair.privateKey, new TextEncoder().encode(text));
    const point = await crypto.subtle.exportKey("raw", pair.publicKey);
    return { key: base64(point), signature: base64(signature) };
  }

  return { own, login, Unusable };
})();
