/**
 * Every sentence that a person reads stands in a `*.messages.ts` beside the view that shows it, in English. How numbers and times are written goes by
 * the language that the person or their company chose: it stands at the root (`look.service.ts`).
 */

/** English words with the day before the month and 24 hours. */
const usual = 'en-GB'

/** How `Intl` writes numbers and times now. */
export const locale = (): string => document.documentElement.dataset['formats'] ?? usual

/** What is made anew only when the locale changes. */
export function byLocale<T>(make: (locale: string) => T): () => T {
  let made: { readonly of: string; readonly it: T } | null = null
  return () => {
    const of = locale()
    if (made?.of !== of) made = { of, it: make(of) }
    return made.it
  }
}
