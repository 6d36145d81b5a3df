/** Starts the page: reads the settings, loads the texts of the language, connects. */
import { App } from "./app.js";

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
await App.start(place);
