/** Words of a message as the grammar reads them. Everything here is linear in a text that others wrote. */

/** Longest message whose words are read, and how many of them. */
const charactersMax = 4_000
const wordsMax = 200

/** A word, where it stands in the text, and its stem. */
export type Word = { readonly text: string; readonly stem: string; readonly from: number; readonly to: number }

/** Short forms, also without their apostrophe, and what people type in a hurry. */
const contractions: Readonly<Record<string, string>> = Object.fromEntries(
  `what's whats: what is|what're: what are|who's whos: who is|where's wheres: where is|when's whens: when is|how's hows: how is|why's whys: why is
  it's: it is|that's thats: that is|there's theres: there is|here's heres: here is|he's: he is|she's: she is|let's lets: let us
  i'm im: i am|i'd: i would|i've ive: i have|i'll: i will|we're: we are|we've weve: we have|we'd: we would|we'll: we will|it'll: it will
  you're youre: you are|you've youve: you have|you'd: you would|you'll: you will|they're theyre: they are|they've theyve: they have|they'll: they will
  can't cant cannot: can not|couldn't couldnt: could not|won't wont: will not|wouldn't wouldnt: would not|shouldn't shouldnt: should not
  didn't didnt: did not|don't dont: do not|doesn't doesnt: does not|hasn't hasnt: has not|haven't havent havnt havn't: have not|hadn't hadnt: had not
  isn't isnt aint: is not|aren't arent: are not|wasn't wasnt: was not|weren't werent: were not
  pls plz plse: please|thx tks ty: thanks|u: you|ur: your|thru: through|w: with|tmrw tmr: tomorrow|yday: yesterday|nite: night|lst: last|nxt: next|atm: now
  wanna: want to|gonna: going to|gotta: have to|lemme: let me|gimme: give me|cuz coz cos bc: because|nr num: number|rec recs: records|avg: average|conn: connector|conns: connectors|integr: integration|timetable timetables: schedule|qty: amount|conf cfg: configuration`
    .split(/\n|\|/)
    .flatMap((line) => {
      const [from = '', to = ''] = line.trim().split(': ')
      return from.split(' ').map((each) => [each, to] as const)
    }),
)

/** Forms that the rules of `stemOf` would miss. */
const irregular: Readonly<Record<string, string>> = {
  went: 'go',
  goes: 'go',
  gone: 'go',
  got: 'get',
  ran: 'run',
  running: 'run',
  sent: 'send',
  wrong: 'wrong',
  broken: 'break',
  broke: 'break',
  took: 'tak',
  taken: 'tak',
  slower: 'slow',
  slowly: 'slow',
  sluggish: 'slow',
  stopped: 'stop',
  mapped: 'map',
  mapping: 'map',
  this: 'this',
  always: 'always',
  status: 'status',
  news: 'news',
  has: 'has',
  was: 'was',
  is: 'is',
  us: 'us',
  its: 'its',
  yes: 'yes',
  yesterday: 'yesterday',
  business: 'business',
  address: 'address',
  success: 'success',
  access: 'access',
  process: 'process',
  need: 'need',
  feed: 'feed',
  speed: 'speed',
  does: 'do',
  exceed: 'exceed',
  anything: 'anything',
  everything: 'everything',
  something: 'something',
  nothing: 'nothing',
  morning: 'morning',
  evening: 'evening',
  during: 'during',
  string: 'string',
  thing: 'thing',
  bring: 'bring',
  missing: 'miss',
  anybody: 'anybody',
  caught: 'catch',
  lost: 'lost',
  became: 'become',
  written: 'write',
  wrote: 'write',
  brought: 'bring',
  came: 'come',
  gave: 'give',
  fell: 'fall',
  began: 'begin',
  meant: 'mean',
  failing: 'fail',
  failling: 'fail',
  whose: 'whose',
  these: 'these',
}

/** The part of a word that its forms share; not a word itself. */
export function stemOf(word: string): string {
  const known = ownOf(irregular, word)
  if (known !== undefined) return known
  let it = word.endsWith("'s") ? word.slice(0, -2) : word
  if (it.length > 4 && it.endsWith('ies')) it = `${it.slice(0, -3)}y`
  else if (it.length > 3 && it.endsWith('s') && !it.endsWith('ss') && !it.endsWith('us')) it = it.slice(0, -1)
  if (it.length > 5 && it.endsWith('ing')) it = undoubled(it.slice(0, -3))
  else if (it.length > 4 && it.endsWith('ied')) it = `${it.slice(0, -3)}y`
  else if (it.length > 4 && it.endsWith('ed')) it = undoubled(it.slice(0, -2))
  return it.length > 3 && it.endsWith('e') ? it.slice(0, -1) : it
}

/** Words of other people are not looked up among what every object has: `constructor` is one. */
export const ownOf = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

const undoubled = (it: string) => (/([bdgmnprt])\1$/.test(it) ? it.slice(0, -1) : it)

const wordOf = /[\p{L}\p{N}][\p{L}\p{N}@._:/+'’-]*/gu

/** Words of a text, in lower case, without the punctuation round them. */
export function tokensOf(text: string): Word[] {
  const found: Word[] = []
  for (const match of text.slice(0, charactersMax).matchAll(wordOf)) {
    const trimmed = trimmedOf(match[0])
    if (trimmed === '') continue
    const plain = trimmed.toLowerCase().replaceAll('’', "'")
    const at = { from: match.index, to: match.index + trimmed.length }
    for (const each of (ownOf(contractions, plain) ?? plain).split(' ')) found.push({ text: each, stem: stemOf(each), ...at })
    if (found.length >= wordsMax) break
  }
  return found
}

const edge = new Set([...".:/+'’-@"])

function trimmedOf(word: string): string {
  let end = word.length
  while (end > 0 && edge.has(word[end - 1] ?? '')) end -= 1
  return word.slice(0, end)
}

/** Whether two words differ in at most so many letters that were added, left out or exchanged; long words are compared in a narrow band. */
export function isNear(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > most) return false
    row = next
  }
  return (row[other.length] ?? most + 1) <= most
}
