/** What a question was narrowed by, and what it was not: an answer never leaves a scope out in silence. */
import type { Intent } from '#contract/assistant/intents.ts'
import { namesFuture, unappliedClock } from '../language/time/when.ts'
import { connectorHref, connectorsIn, type Scene } from '../scene.ts'
import { link, listed, plural, quote, type Speech } from '../speech.ts'

/** Intents whose answers are narrowed, and whether a time and a person narrow them, too. */
const scoped: Partial<Readonly<Record<Intent, { readonly time: boolean; readonly person: boolean }>>> = {
  count: { time: true, person: false },
  'explain-failure': { time: true, person: false },
  'why-late': { time: false, person: false },
  'why-nothing': { time: true, person: false },
  'why-slow': { time: true, person: false },
  'what-changed': { time: true, person: true },
  'compare-versions': { time: false, person: false },
  'find-record': { time: true, person: false },
  replay: { time: true, person: false },
  alerts: { time: true, person: false },
  health: { time: false, person: false },
  schedule: { time: true, person: false },
  people: { time: false, person: true },
  optimise: { time: false, person: false },
  configuration: { time: false, person: true },
  durations: { time: true, person: false },
  'last-activity': { time: false, person: false },
  'sign-ins': { time: true, person: true },
}

const namedMax = 5

const quoted = (texts: readonly string[]) => listed([...new Set(texts)].map(quote), namedMax)

/** What people did: of one who is not there nothing is known. */
const ofPeople: ReadonlySet<Intent> = new Set(['what-changed', 'sign-ins', 'people'])

/** @returns whether the words of the question leave no connector: then nothing else is answered. */
export function sayNothingMatches(scene: Scene, speech: Speech): boolean {
  const { intent, scopes, connectors, caller } = scene
  const [person] = scopes.unapplied.filter(({ kind }) => kind === 'person')
  if (ofPeople.has(intent) && scopes.person === null && person !== undefined) {
    if (caller.role === 'USER') speech.say('Only administrators can look up what other people did.')
    else speech.say('No one called ', quote(person.text), ' is in your team.')
    return true
  }
  if (!Object.hasOwn(scoped, intent) || scopes.among?.length !== 0 || connectors.length === 0) return false
  if (intent === 'configuration' && scopes.applied.every((text) => /^webhooks?$/i.test(text))) return false
  speech.say('None of your connectors match ', ...quoted(scopes.applied), '.')
  speech.say(link('/dashboard', 'See all connectors'))
  speech.suggest('List all connectors')
  return true
}

/** Says which connectors were looked at, and which words of the question narrowed nothing. */
export function sayScopes(scene: Scene, speech: Speech): void {
  const { intent, scopes, connector, when } = scene
  const rule = scoped[intent]
  if (rule === undefined || !speech.isAnswering()) return
  const of = connectorsIn(scene)
  if (connector === null && scopes.among !== null && scopes.applied.length > 0) {
    const names = of.map(({ id, name }) => link(connectorHref(id), name))
    speech.say(
      'This covers ',
      ...speech.count('Connectors looked at', of.length, '/dashboard', 'connector'),
      ' for ',
      ...quoted(scopes.applied),
      ': ',
      ...listed(names, namedMax),
      names.length > namedMax ? ' and more.' : '.',
    )
  }
  const unapplied = (kind: string) => scopes.unapplied.filter((it) => it.kind === kind).map(({ text }) => text)
  const systems = unapplied('system')
  const all = connector === null ? (scopes.among === null ? 'I looked at all connectors: ' : 'Not applied: ') : 'Not applied: '
  if (systems.length > 0)
    speech.sayFirst(all, "I don't know ", plural(systems.length, 'a system', 'systems'), ' called ', ...quoted(systems), '.')
  const records = unapplied('records')
  if (records.length > 0 && connector === null && intent !== 'configuration' && intent !== 'find-record')
    speech.say(scopes.among === null ? 'I looked at all records: ' : '', 'No connector is named after ', ...quoted(records), '.')
  // Words of a configuration are names of fields and settings.
  const values = intent === 'configuration' ? [] : unapplied('value')
  if (values.length > 0) speech.sayFirst("I can't filter by ", ...quoted(values), ', so this answer covers more than that.')
  const people = [
    ...unapplied('person'),
    ...(scopes.person !== null && !rule.person ? [`${scopes.person.firstName} ${scopes.person.lastName}`] : []),
  ]
  if (people.length > 0) speech.say("I can't filter this by person, so ", ...quoted(people), ' is not applied.')
  const timeOfDay = unappliedClock(scene.words, scene.zone, scene.now)
  if (timeOfDay !== null && intent !== 'schedule')
    speech.say("I can't filter by a time of day over several days, so ", quote(timeOfDay), ' is not applied.')
  if (namesFuture(scene.words) && intent !== 'schedule') speech.say("I can't tell what is still to come.")
  if (when.isNamed && !rule.time)
    speech.say('This is the current state, so it does not look back: ', quote(when.label), ' is not applied.')
}
