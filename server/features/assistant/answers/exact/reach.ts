/** Which systems can be connected: "can we connect Salesforce?", "do you support CSV files?" */
import { fittingTemplates } from '../../recommending.ts'
import { connectorHref, type Scene } from '../../scene.ts'
import { link, listed, plural, quote, type Speech } from '../../speech.ts'

const templatesListed = 4

/** Systems without an address of their own, and whether they can be connected. */
const others: readonly (readonly [words: RegExp, isPossible: boolean])[] = [
  [/\b(?:postgres(?:ql)?|mysql|mariadb|sql ?server|mssql)\b/i, true],
  [/\b(?:azure|blob storage)\b/i, true],
  [/\b(?:nats|jet ?stream)\b/i, true],
  [/\b(?:rest|http|web) ?api\b|\bgraphql\b|\bwebhooks?\b/i, true],
  [
    /\b(?:s?ftp|excel|spreadsheets?|google sheets?|mongo(?:db)?|oracle|kafka|rabbitmq|soap|edi|as2|mail ?box|imap|local files?|network drive)\b/i,
    false,
  ],
]

const asksWhether = /\b(?:supported|can|could|may|possible|able|do|does|will|would|is there|have|got|any)\b/i
const joining =
  /\b(?:connect|connector|integrate|integration|support(?:s|ed)?|hook|link|talk|works?|working|sends?|reads?|writes?|delivers?|imports?|exports?|uploads?|loads?|compatible|read from|write to|plug|interface)\b/i
const asksForDeed = /^(?:please |can you |could you |pls )+(?:create|build|make|set up|connect|hook up|wire)\b/i
/** "Do we have a connector to HubSpot?" asks for what is there, and not for what could be. */
const isState =
  /\b(?:have we|do we have|have got|we have|are we|any (?:of our )?(?:connectors?|integrations?)|is there (?:a|an|any) (?:connector|integration))\b/i

function sayUsed({ connectors, marked, scopes, message, library }: Scene, speech: Speech): boolean {
  const names = marked.systems.map(({ at, key }) => message.slice(at).match(/^[\w.-]+/)?.[0] ?? key)
  if (names.length === 0 || scopes.person !== null) return false
  speech.sayNoScopes()
  const ids = scopes.among ?? []
  const used = connectors.filter(({ id }) => ids.includes(id))
  if (used.length === 0) speech.say('No. None of your connectors use ', ...listed(names.map(quote), templatesListed), '.')
  else
    speech.say(
      'Yes: ',
      ...listed(
        used.map(({ id, name }) => link(connectorHref(id), name)),
        templatesListed,
      ),
      '.',
    )
  const ready = fittingTemplates(library, new Set(marked.systems.map(({ key }) => key)), []).slice(0, templatesListed)
  if (used.length === 0 && ready.length > 0) speech.say('The library has templates:')
  if (used.length === 0) for (const { it } of ready) speech.item(link(`/connector-library/${it.id}`, it.name))
  speech.say(link('/dashboard', 'See all connectors'))
  return true
}

const anyNoun = /\b(?:connect|integrate|hook up|link|interface|plug)\b/i

/** @returns whether the question asks if a system can be connected, and was answered. */
export function sayReach(scene: Scene, speech: Speech): boolean {
  const { message, library, marked, scopes, connectors } = scene
  if (
    !asksWhether.test(message) ||
    !joining.test(message) ||
    asksForDeed.test(message) ||
    marked.connectors.length > 0 ||
    marked.ids.length > 0
  )
    return false
  if (
    /\bwhy\b|\bhow (?:many|long|often|much)\b|\bhave (?:a )?template|\btemplates?\b|\balready\b|\bdo we use\b|\bwe not\b/i.test(
      message,
    )
  )
    return false
  if (isState.test(message)) return sayUsed(scene, speech)
  const kind = others.find(([words]) => words.test(message))
  const named = marked.systems
  const unknown = scopes.unapplied.filter(({ kind: of }) => of === 'system').map(({ text }) => text)
  // "Can you send the records to HubSpot?" may ask for a deed.
  if (/\b(?:sends?|reads?|writes?|delivers?|exports?|loads?)\b/i.test(message) && !/\bdatacrane\b/i.test(message)) return false
  if (named.length === 0 && kind === undefined && (unknown.length === 0 || !anyNoun.test(message))) return false
  speech.applies('general')
  speech.sayNoScopes()
  const used = connectors.filter(({ name }) =>
    named.some(({ key }) =>
      name
        .toLowerCase()
        .replace(/[^a-z\d]/g, '')
        .includes(key),
    ),
  )
  let isListed = false
  for (const { key, at } of named) {
    const name = message.slice(at).match(/^[\w.-]+/)?.[0] ?? key
    const found = fittingTemplates(library, new Set([key]), []).slice(0, templatesListed)
    if (found.length > 0) {
      isListed = true
      speech.say('Yes. The library has templates for ', quote(name), ':')
      for (const { it } of found) speech.item(link(`/connector-library/${it.id}`, it.name))
    } else if (kind === undefined)
      speech.say(
        'The library has no template for ',
        quote(name),
        '. If ',
        quote(name),
        ' has an HTTP API, you can connect it yourself.',
      )
  }
  if (kind !== undefined && !isListed) {
    const [words, isPossible] = kind
    const name = quote(words.exec(message)?.[0] ?? '')
    if (isPossible) speech.say('Yes. You can connect ', name, '.')
    else speech.say('No. Datacrane does not connect to ', name, ' directly.')
  }
  if (named.length === 0 && kind === undefined)
    speech.say(
      "I don't know ",
      ...listed(unknown.map(quote), templatesListed),
      `. If ${plural(unknown.length, 'it has', 'they have')} an HTTP API, you can connect ${plural(unknown.length, 'it', 'them')} yourself.`,
    )
  speech.say(
    'Sources and destinations can be HTTP APIs, databases, Azure Blob storage and NATS JetStream. A webhook can start a connector.',
  )
  const [first] = used
  if (first)
    speech.say(
      'You already have ',
      ...listed(
        used.map(({ name }) => quote(name)),
        templatesListed,
      ),
      '.',
    )
  speech.say(link('/integration-setup', 'Create a connector'), ' or ', link('/connector-library', 'see the library'), '.')
  return true
}
