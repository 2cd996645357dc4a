/** Searches the articles: in the browser for the Help Center, on the server for the assistant. The index is built when the first question comes. */
import MiniSearch from 'minisearch'
import { errorArticleId } from '../kit/help-links.ts'
import { type Article, plainText } from './article.ts'
import { searched } from './articles.ts'
import { errorTexts } from './error-texts.ts'
import { synonyms } from './thesaurus.ts'

/** Words that stand in nearly every question. */
const idle = new Set(
  'a about after again all also am an and any are as at be been but by can cannot could did do does for from get gets had has have how i if in into is it its just me my no not of off on one or our out please so some than that the their them then there these they this those to up us was we were what when where which who why will with would you your use used work works show need want make made go give look'.split(
    ' ',
  ),
)
/** One form for the forms of a word; short words stay. */
const stemOf = (word: string) => (word.length < 5 ? word : word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ed|es|s|e)$/, ''))
const termOf = (term: string) => {
  const word = term.toLowerCase().replaceAll(/['’]/g, '')
  return idle.has(word) || word === '' ? null : stemOf(word)
}

type Indexed = { readonly id: string; readonly title: string; readonly words: string; readonly text: string }

function indexOf(list: readonly Article[]) {
  const index = new MiniSearch<Indexed>({
    fields: ['title', 'words', 'text'],
    processTerm: termOf,
    searchOptions: {
      boost: { title: 3, words: 2.5 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 7 ? 2 : term.length > 4 ? 1 : false),
      weights: { fuzzy: 0.3, prefix: 0.5 },
    },
  })
  index.addAll(list.map(({ id, title, words = '', text }) => ({ id, title, words, text: text.map(plainText).join(' ') })))
  return index
}

let index: ReturnType<typeof indexOf> | undefined
const kinds = new Map(searched.map(({ id, kind }) => [id, kind]))
const wrote = new Set(Object.keys(errorTexts).map(errorArticleId))
/** A question with a code or about an error is about errors. */
const namesError = /\/|\berror|\b[45]\d\d\b|\bcode\b/i
/** How much a word counts that was not written but means the same, and one that is in everything here. */
const meant = 0.4
const common = new Set(['connector', 'integration', 'sync', 'record', 'run', 'datacrane'].map(stemOf))
const commonWeight = 0.35

/** Articles that fit a question, best first. There are more errors than anything else: they come first only where one is asked about. */
export function searchArticles(question: string, most: number): readonly Article[] {
  index ??= indexOf(searched)
  const words = question.toLowerCase().split(/[^\p{L}\p{N}'’-]+/u)
  const others = words.flatMap((word) => synonyms.get(word) ?? synonyms.get(word.replace(/s$/, '')) ?? [])
  const weightOf = (id: string) => (kinds.get(id) !== 'error' || namesError.test(question) ? 1 : wrote.has(id) ? 0.75 : 0.3)
  const found = index.search(
    {
      combineWith: 'OR',
      queries: [
        { queries: [question], boostTerm: (term) => (common.has(term) ? commonWeight : 1) },
        { queries: [others.join(' ')], boostTerm: () => meant, fuzzy: false, prefix: false },
      ],
    },
    { boostDocument: (id) => weightOf(String(id)) },
  )
  return found.slice(0, most).flatMap(({ id }) => searched.find((each) => each.id === id) ?? [])
}
