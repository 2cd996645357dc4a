/** "How does that compare to the week before?": the figure of the question before, beside that of another time. */
import { operators } from '../../accounting/operators.ts'
import { countRuns } from '../../counting.repository.ts'
import { tokensOf } from '../../language/text.ts'
import { namedIn, usually, type When } from '../../language/time/when.ts'
import { connectorHref, type Scene } from '../../scene.ts'
import { link, plural, quote, type SentencePart, type Speech } from '../../speech.ts'
import type { Before } from '../../structured/structured.ts'
import { recordSums, recordsHref, whenWord } from '../figures.ts'

const asks = [
  /^(?:and |so |ok,? |but )?(?:how|what) (?:does|do|did|would) (?:that|it|this|those|they) compare\b/i,
  /^(?:and |so )?(?:compared? (?:that |it |this )?(?:to|with)|versus|vs\.?|as against)\b/i,
  /^(?:and |so |but )?(?:is|was|are|were) (?:that|it|this|those|they) (?:a lot |much |any |really )?(?:more|less|fewer|better|worse|higher|lower|up|down|normal|usual|unusual|typical|the same)\b/i,
]
const spans: Readonly<Record<string, number>> = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 }

type Figure = {
  readonly label: string
  /** Null where there is nothing to reckon with. */
  readonly value: number | null
  readonly said: (value: number, href: string, of: readonly SentencePart[]) => SentencePart[]
}
type Measure = 'rate' | 'failed' | 'skipped' | 'runs' | 'delivered'

const measures: readonly (readonly [Measure, RegExp])[] = [
  ['rate', /\b(?:rate|percent\w{0,3}|share|proportion|how reliable)\b/i],
  ['failed', /\b(?:fail\w{0,4}|errors?|rejected|refused|lost|problems?)\b/i],
  ['skipped', /\bskipped\b/i],
  ['runs', /\b(?:runs?|executions?)\b/i],
]
const measureOf = (text: string): Measure => measures.find(([, pattern]) => pattern.test(text))?.[0] ?? 'delivered'

const tenths = (value: number) => Math.round(value * 10) / 10

async function figureOf(scene: Scene, when: When, measure: Measure, speech: Speech): Promise<Figure> {
  const label = (text: string) => `${text}, ${when.label}`
  if (measure === 'runs') {
    const { db, scope, scopes } = scene
    const value = await countRuns(db, { ...scope, connectorIds: scopes.among, from: when.from, to: when.to }, 'all')
    return { label: label('Runs'), value, said: (it, href, of) => [...speech.count(label('Runs'), it, href, 'run'), ...of] }
  }
  const { delivered, failed, skipped } = await recordSums(scene, when)
  if (measure === 'rate') {
    const whole = delivered + failed
    const name = label('Error rate, percent')
    return {
      label: name,
      value: whole === 0 ? null : tenths((100 * failed) / whole),
      said: (it, href, of) => ['The error rate', ...of, ' was ', speech.fact(name, it, href), ' %'],
    }
  }
  const [value, noun, verb] =
    measure === 'failed'
      ? ([failed, 'Failed records', 'failed'] as const)
      : measure === 'skipped'
        ? ([skipped, 'Skipped records', 'skipped'] as const)
        : ([delivered, 'Delivered records', 'delivered'] as const)
  return { label: label(noun), value, said: (it, href, of) => [...speech.count(label(noun), it, href, `${verb} record`), ...of] }
}

/** The time that is set beside the first one; null where the words name none. */
function otherTime({ message, words, zone, now }: Scene, base: When): When | null {
  const unit = /\b(hour|day|week|month) (?:before|earlier|prior)\b|\bprevious (hour|day|week|month)\b/i.exec(message)
  const span = spans[(unit?.[1] ?? unit?.[2] ?? '').toLowerCase()]
  if (unit !== null && span !== undefined)
    return { from: base.from - span, to: base.from, label: `the ${unit[1] ?? unit[2]} before`, period: null, isNamed: true }
  const named = namedIn(words, zone, now)
  if (named !== null) return named
  const length = base.to - base.from
  return { from: base.from - length, to: base.from, label: 'the time before', period: null, isNamed: true }
}

/** @returns whether the figure of the question before was compared. */
export async function sayThen(scene: Scene, before: Before | null, speech: Speech): Promise<boolean> {
  const { message, zone, now, connectors } = scene
  const previous = scene.before.at(-1)
  if (before === null || previous === undefined || !asks.some((it) => it.test(message.trim()))) return false
  if (scene.marked.connectors.length > 0 || /\b(?:reasons?|causes?|why|who|problems?|connectors?)\b/i.test(message)) return false
  const base =
    before.asked?.slots.time === undefined
      ? (namedIn(
          tokensOf(previous).map(({ text }) => text),
          zone,
          now,
        ) ?? usually(now))
      : before.asked.when
  const other = otherTime(scene, base)
  if (other === null) return false
  const among = before.asked?.among ?? before.among ?? (before.named.length === 1 ? before.named : null)
  const only = among?.length === 1 ? (connectors.find(({ id }) => id === among[0]) ?? null) : null
  const of = { ...scene, connector: only, scopes: { ...scene.scopes, among } }
  const measure = measureOf(previous)
  const [first, second] = [await figureOf(of, base, measure, speech), await figureOf(of, other, measure, speech)]
  const whose = only === null ? [] : [' of ', link(connectorHref(only.id), only.name)]
  const say = ({ value, said }: Figure, when: When): void => {
    const range = [whenWord(when), quote(when.label)]
    if (value === null) speech.say('No records', ...whose, ' were delivered or failed', ...range, ', so there is no error rate.')
    else speech.say(...said(value, recordsHref(of, when, null), whose), ...range, '.')
  }
  say(first, base)
  say(second, other)
  if (first.value === null || second.value === null) speech.say('There is nothing to compare with.')
  else if (first.value === second.value) speech.say('Both are the same.')
  else {
    const [more, difference] = [first.value > second.value, tenths(Math.abs(first.value - second.value))]
    const figure = speech.fact('Difference', difference, null)
    if (measure === 'rate')
      speech.say('It is ', figure, ` percentage ${plural(difference, 'point')} ${more ? 'higher' : 'lower'}.`)
    else speech.say('The difference is ', figure, more ? ' more.' : ' fewer.')
  }
  speech.applies(...operators)
  speech.sayNoScopes()
  return true
}
