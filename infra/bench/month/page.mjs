// Simulates audio output and page visibility in a page whose clock is controlled. Runs in the page before the app.

/**
 * Lets audio play by the page's clock. An element with a source is ready at once, has a duration of `lengthSecs` and
 * advances while it plays. No byte of a recording is loaded; its traffic is computed.
 */
export function installSound(lengthSecs) {
  const states = new WeakMap();
  const stateOf = (element) => {
    const state = states.get(element) ?? { source: "", atSecs: 0, sinceMs: undefined, timer: undefined };
    states.set(element, state);
    return state;
  };
  const positionOf = (state) => {
    const played = state.sinceMs === undefined ? 0 : (performance.now() - state.sinceMs) / 1000;
    return Math.min(lengthSecs, state.atSecs + played);
  };
  const tell = (element, ...types) => {
    for (const type of types) queueMicrotask(() => element.dispatchEvent(new Event(type)));
  };
  const stop = (state) => {
    state.atSecs = positionOf(state);
    state.sinceMs = undefined;
    clearInterval(state.timer);
  };
  const look = (element, state) => {
    element.dispatchEvent(new Event("timeupdate"));
    if (positionOf(state) < lengthSecs) return;
    stop(state);
    tell(element, "pause", "ended");
  };
  const setSource = (element, source) => {
    const state = stateOf(element);
    stop(state);
    state.atSecs = 0;
    state.source = source;
    if (source !== "") tell(element, "loadedmetadata", "canplay");
  };

  const media = HTMLMediaElement.prototype;
  const has = (element) => stateOf(element).source !== "";
  const define = (name, get, set) => Object.defineProperty(media, name, { configurable: true, get, set });
  define(
    "src",
    function get() {
      return stateOf(this).source;
    },
    function set(source) {
      setSource(this, source);
    },
  );
  define(
    "currentTime",
    function get() {
      return positionOf(stateOf(this));
    },
    function set(secs) {
      const state = stateOf(this);
      state.atSecs = secs;
      if (state.sinceMs !== undefined) state.sinceMs = performance.now();
      tell(this, "seeking", "timeupdate", "seeked");
    },
  );
  define("duration", function get() {
    return has(this) ? lengthSecs : Number.NaN;
  });
  define("paused", function get() {
    return stateOf(this).sinceMs === undefined;
  });
  define("ended", function get() {
    return has(this) && positionOf(stateOf(this)) >= lengthSecs;
  });
  define("readyState", function get() {
    return has(this) ? 4 : 0;
  });
  define("buffered", function get() {
    return { length: has(this) ? 1 : 0, start: () => 0, end: () => lengthSecs };
  });
  const { hasAttribute, removeAttribute } = media;
  media.hasAttribute = function hasSource(name) {
    return name === "src" ? has(this) : hasAttribute.call(this, name);
  };
  media.removeAttribute = function removeSource(name) {
    if (name === "src") setSource(this, "");
    else removeAttribute.call(this, name);
  };
  media.load = () => undefined;
  media.play = function play() {
    const state = stateOf(this);
    if (state.sinceMs === undefined) {
      state.sinceMs = performance.now();
      state.timer = setInterval(() => look(this, state), 250);
      tell(this, "play", "playing");
    }
    return Promise.resolve();
  };
  media.pause = function pause() {
    const state = stateOf(this);
    if (state.sinceMs === undefined) return;
    stop(state);
    tell(this, "pause");
  };
}

/** Makes the page's visibility controllable by `window.setHidden`. A headless browser offers no other way. */
export function installVisibility() {
  let isHidden = false;
  Object.defineProperty(document, "visibilityState", {
    configurable: true,
    get: () => (isHidden ? "hidden" : "visible"),
  });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  window.setHidden = (hidden) => {
    isHidden = hidden;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
}
