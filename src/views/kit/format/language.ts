/**
 * Every sentence that a person reads stands in a `*.messages.ts` beside the view that shows it. There is one language; the page's own says how
 * numbers and times are written.
 */
const languages = ['en'] as const
export type Language = (typeof languages)[number]

/** The language that the page is shown in: as its root element says, or the first one that there is. */
function languageOfPage(): Language {
  const wanted = document.documentElement.lang.split('-', 1)[0]
  return languages.find((each) => each === wanted) ?? languages[0]
}

/** The habits of writing that go with a language: English words with the day before the month and 24 hours. */
const locales = { en: 'en-GB' } as const satisfies Record<Language, string>
/** How `Intl` writes numbers and times on this page. */
export const locale: string = locales[languageOfPage()]
