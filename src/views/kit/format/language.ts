/**
 * Every sentence that a person reads stands in `<language>/<area>.ts`; `<area>.ts` beside it picks the catalogue of the page's language. Another
 * language is one more folder with the same files, held against the first one by the compiler.
 */
export const languages = ['en'] as const
export type Language = (typeof languages)[number]

/** The language that the page is shown in: as its root element says, or the first one that there is. */
export function languageOfPage(): Language {
  const wanted = document.documentElement.lang.split('-', 1)[0]
  return languages.find((each) => each === wanted) ?? languages[0]
}

/** The catalogue of an area in the language of the page. */
export const inLanguage = <Words>(catalogues: Readonly<Record<Language, Words>>): Words => catalogues[languageOfPage()]

/** The habits of writing that go with a language: English words with the day before the month and 24 hours. */
const locales = { en: 'en-GB' } as const satisfies Record<Language, string>
/** How `Intl` writes numbers and times on this page. */
export const locale: string = locales[languageOfPage()]
