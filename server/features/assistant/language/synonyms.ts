/** Other words for what the cues say: each line begins with the word that the cues know. Words that may mean something else here are left out. */
import { stemOf } from './text.ts'

const words = `
  colleague: coworker co-worker teammate workmate
  administrator: admin superuser
  change: alter alteration amend amendment tweak tamper fiddle meddle rework revise
  fail: bounce choke collapse misfire malfunction falter stumble die
  failure: malfunction breakdown
  slow: drag sluggish crawl laggy slowish slowness
  faster: quick quicker swift swifter rapid speedier snappier fast
  cheaper: economical leaner
  limit: cap ceiling threshold
  quota: allowance contingent allotment
  use: consume burn
  arrive: land
  resend: re-send
  replay: redo re-do re-play
  rerun: re-run
  retry: re-try
  reprocess: re-process
  pause: interrupt
  unpause: un-pause
  reactivate: re-activate
  template: boilerplate starter
  ready-made: readymade off-the-shelf out-of-the-box pre-made premade pre-built pre-configured preconfigured
  validate: proofread double-check doublecheck
  alarm: alarming
  alert: heads-up
  schedule: cadence timer timetable
  recommend: advise
  error: glitch hiccup bug fault mishap
  wrong: amiss awry off-track
  record: entity dataset
  order: purchase
  deliver: ship
  reject: decline deny rebuff
  healthy: sane
  operational: functioning
  sync: synch
  mistake: typo slip flaw
  suggest: hint
  maximum: max topmost upmost
  compare: contrast
  team: crew squad
  delete: scrap
  warning: caution
  explain: clarify elucidate
`

/** Several words that say the same as one. */
const phrases = `
  again: once more|one more time|one more go|another try|another go|another shot|another chance|another attempt|a second time
  fail: blow up|fall over|fall apart|break down|act up|bomb out|error out|go bust
  arrive: show up|turn up|make it|end up|get through|come through|come in
  why: how come|for what reason|what make
  immediately: right away|straight away|at once|this instant|this minute
  continue: carry on|pick up again
  wrong: the matter
  ready-made: ready made|off the shelf|out of the box|pre made|pre built
  healthy: up and running|in good shape|in good health
  forever: for ever|an eternity
  slow: slow down
  create: hook up|wire up|set up|put together|spin up
`

const pairsOf = (text: string): (readonly [string, string])[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [to = '', others = ''] = line.trim().split(': ')
      return others.split(/[|]/).map((from) => [from, to] as const)
    })

const single: ReadonlyMap<string, string> = new Map(
  pairsOf(words).flatMap(([from, to]) => from.split(' ').map((word) => [stemOf(word), stemOf(to)] as const)),
)
const several = pairsOf(phrases)
  .map(([from, to]) => ({ from: from.split(' ').map(stemOf), to: to.split(' ').map(stemOf) }))
  .toSorted((one, other) => other.from.length - one.from.length)

/** The stems of a message in the words that the cues know. */
export function withSynonyms(stems: readonly string[]): string[] {
  const known: string[] = []
  for (let at = 0; at < stems.length; ) {
    const found = several.find(({ from }) => from.every((stem, place) => stems[at + place] === stem))
    if (found) known.push(...found.to)
    else known.push(single.get(stems[at] ?? '') ?? stems[at] ?? '')
    at += found?.from.length ?? 1
  }
  return known
}
