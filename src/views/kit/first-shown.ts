/** What a person came for is shown first; pieces that can wait are loaded after it. */

let tell = () => {}

/** Resolves when the page that was asked for shows what it is about. */
export const firstShown = new Promise<void>((resolve) => {
  tell = resolve
})

/** To be called when it is on the screen. The mark tells measurements which scripts came before it. */
export function tellShown(): void {
  if (performance.getEntriesByName('first-shown').length === 0) performance.mark('first-shown')
  tell()
}

/** Resolves when the page and what it asked for at once are loaded. */
export const pageLoaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve()
    // After the event: until then the page counts as loading.
    else addEventListener('load', () => setTimeout(resolve), { once: true })
  })
