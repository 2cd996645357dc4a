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

/** Articles for a question, best first, with the terms of the question that each holds. There are more errors than anything else: they come first only where one is asked about. */
function ranked(question: string) {
  index ??= indexOf(searched)
  const others = wordsIn(question).flatMap(meaningSame)
  const weightOf = (id: string) => (kinds.get(id) !== 'error' || namesError.test(question) ? 1 : wrote.has(id) ? 0.75 : 0.3)
  return index.search(
    {
      combineWith: 'OR',
      queries: [
        { queries: [question], boostTerm: (term) => (common.has(term) ? commonWeight : 1) },
        { queries: [others.join(' ')], boostTerm: () => meant, fuzzy: false, prefix: false },
      ],
    },
    { boostDocument: (id) => weightOf(String(id)) },
  )
}

const wordsIn = (question: string) => question.toLowerCase().split(/[^\p{L}\p{N}'’-]+/u)
const meaningSame = (word: string) => synonyms.get(word) ?? synonyms.get(word.replace(/s$/, '')) ?? []
const articleOf = (id: unknown) => searched.find((each) => each.id === id) ?? []

/** Articles that a question may mean, best first. */
export const searchArticles = (question: string, most: number): readonly Article[] =>
  ranked(question)
    .slice(0, most)
    .flatMap(({ id }) => articleOf(id))

/** An article that answers a question holds at least so much of what the question is about. */
const fittingShare = 0.5
/** A word that no article holds says as much as one that few hold. */
const rare = 5
/** They say how something is asked, and not what about. */
const asking = new Set('difference between happen happens tell way possible different exactly'.split(' ').map(stemOf))

/**
 * Articles that hold most of what a question is about, best first: none is better than one about something else. A rare word says more.
 * @param least share of what is asked that an article has to hold. @param leastTitled share of it that its title and its other words have to hold.
 */
export function fittingArticles(question: string, most: number, least = fittingShare, leastTitled = 0): readonly Article[] {
  const termsOf = (words: readonly string[]) => words.flatMap((word) => termOf(word) ?? [])
  const all = ranked(question)
  const others = all.filter(({ id }) => kinds.get(id) !== 'error')
  const found = namesError.test(question) || others.length === 0 ? all : others
  const asked = wordsIn(question)
    .map((word) => ({ term: termOf(word) ?? '', same: termsOf(meaningSame(word)) }))
    .filter(({ term }) => term !== '' && !common.has(term) && !asking.has(term))
    .map((it) => ({
      ...it,
      isIn: (held: readonly string[]) => held.some((each) => each.startsWith(it.term) || it.same.includes(each)),
    }))
    .map((it) => ({ ...it, weight: Math.log(2 + searched.length / (rare + found.filter(({ terms }) => it.isIn(terms)).length)) }))
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return found.slice(0, most).flatMap(({ id }) => articleOf(id))
  return found
    .map(({ id, score, terms, match }) => {
      const titles = terms.filter((term) => match[term]?.some((field) => field !== 'text'))
      const titled = asked.reduce((sum, it) => sum + (it.isIn(titles) ? it.weight : 0), 0) / whole
      const share = asked.reduce((sum, it) => sum + (it.isIn(terms) ? it.weight : 0), 0) / whole
      return { id, share, titled, rank: score * share * share }
    })
    .filter(({ share, titled }) => share >= least && titled >= leastTitled)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, most)
    .flatMap(({ id }) => articleOf(id))
}
