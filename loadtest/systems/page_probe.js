/**
 * Runs in the page before its own code, and notes the instants that `watai bench browser` measures: when each key went
 * down, which events of the game came, and when the frame was painted, and was on the screen, in which the page had
 * drawn them. A frame's instants are told by the browser itself (Element Timing), for a dot that is put into the page in
 * the same frame as the page's own change.
 */
window.probe = { keys: [], painted: [], unchanged: 0 };
{
  const { probe } = window;
  let came = [];
  addEventListener("keydown", (event) => probe.keys.push(event.timeStamp), { capture: true });

  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "event") came.push(message.seq);
      });
    }
  };

  const drawn = new Map();
  let frame = 0;
  new PerformanceObserver((list) => {
    for (const { identifier, paintTime, presentationTime } of list.getEntries()) {
      const { dot, seqs } = drawn.get(identifier);
      for (const seq of seqs) probe.painted.push([seq, paintTime, presentationTime]);
      drawn.delete(identifier);
      dot.remove(); // not earlier: the browser tells nothing of what is gone
    }
  }).observe({ type: "element", buffered: true });

  addEventListener("DOMContentLoaded", () => {
    const place = document.createElement("div");
    Object.assign(place.style, { position: "fixed", right: "0", bottom: "0", width: "8px", height: "12px", fontSize: "8px", zIndex: 9, contain: "strict" });
    document.body.append(place);
    const change = () => {
      if (!came.length) return;
      const dot = document.createElement("p");
      dot.setAttribute("elementtiming", `frame ${++frame}`);
      dot.textContent = "·";
      Object.assign(dot.style, { position: "absolute", inset: "0", margin: "0" });
      drawn.set(`frame ${frame}`, { dot, seqs: came });
      came = [];
      place.append(dot);
    };
    new MutationObserver(change).observe(document.getElementById("app"), { subtree: true, childList: true, characterData: true, attributes: true });
  });
}
