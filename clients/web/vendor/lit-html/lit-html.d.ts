/** What the page uses of lit-html, for the check of types: TypeScript reads this instead of the minified code. No browser gets it. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): unknown;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): unknown;
export function render(what: unknown, where: HTMLElement): void;
export const nothing: unique symbol;
