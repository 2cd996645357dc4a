/** What a person does on a page, and the assistant does not: it says where, and never acts. */
import { fittingArticles } from '#contract/help/search.ts'
import { orderIn } from '../language/rules.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { link, quote, type SentencePart, type Speech } from '../speech.ts'
import { hrefOf, topicOf } from './offers.ts'

type Place = {
  /** What it is done to. */
  readonly stems: readonly string[]
  readonly label: string
  readonly href: (id: string | null) => string
}

const ofConnector = (tab: string) => (id: string | null) => (id === null ? '/dashboard' : `${connectorHref(id)}?tab=${tab}`)
const ofBuilder = (step: string) => (id: string | null) => (id === null ? '/dashboard' : `/edit-integration/${step}/${id}`)
const page = (href: string) => () => href

const renaming: Place = { stems: ['renam'], label: 'the Profile step', href: ofBuilder('integration-profile') }
const exporting: Place = { stems: ['export'], label: "the connector's Settings tab", href: ofConnector('settings') }

/** The object decides where it is done; the first that is named. */
const places: readonly Place[] = [
  { stems: ['api', 'key', 'token'], label: 'System Settings, API Keys', href: page('/system-settings?tab=api-keys') },
  {
    stems: ['alert', 'alarm', 'warn', 'warning', 'notification'],
    label: "the connector's Alerts tab",
    href: ofConnector('alerts'),
  },
  {
    stems: ['deployment', 'version', 'roll', 'rollback', 'revert', 'undo'],
    label: "the studio's Config Editor",
    href: (id) => (id === null ? '/dashboard' : `${connectorHref(id)}/studio?tab=config-editor`),
  },
  { stems: ['map', 'field'], label: 'the Mapping step', href: ofBuilder('data-mapping') },
  { stems: ['enrichment'], label: 'the Enrichment step', href: ofBuilder('enrichment-configuration') },
  {
    stems: [
      'member',
      'user',
      'colleagu',
      'coworker',
      'teammat',
      'people',
      'person',
      'Person',
      'team',
      'admin',
      'administrator',
      'role',
      'invit',
    ],
    label: 'Account, Team Members',
    href: page('/account?tab=team'),
  },
  { stems: ['password', 'mfa', 'factor'], label: 'Account, Security & MFA', href: page('/account?tab=mfa') },
  {
    stems: ['invoic', 'plan', 'subscription', 'upgrad', 'downgrad', 'card', 'payment'],
    label: 'Account',
    href: page('/account'),
  },
  {
    stems: ['log', 'history', 'retention', 'backup'],
    label: 'System Settings, Retention Policy',
    href: page('/system-settings?tab=retention'),
  },
  {
    stems: ['templat', 'marketplac', 'publish', 'unpublish', 'import'],
    label: 'the Library',
    href: page('/integration-library'),
  },
  { stems: ['secret', 'webhook'], label: "the connector's Settings tab", href: ofConnector('settings') },
  { stems: ['deploy', 'releas'], label: 'the Review step', href: ofBuilder('review') },
  renaming,
  exporting,
  { stems: ['edit', 'modify'], label: 'the builder', href: ofBuilder('integration-profile') },
  {
    stems: ['record', 'row', 'order', 'customer'],
    label: 'the system that holds the records',
    href: ofConnector('transactions'),
  },
]
const connectorPlace: Place = {
  stems: [],
  label: "the connector's page",
  href: (id) => (id === null ? '/dashboard' : connectorHref(id)),
}

/** It is added to an answer that is whole without it. */
const surelyFitting = 0.8

/** Verbs that are said as they were typed. */
const sayable = /^[a-z -]{2,14}$/

export function aboutManaging(scene: Scene, speech: Speech): void {
  const { connector, scopes, connectors, hasWord, words } = scene
  const order = orderIn(words) ?? 'do'
  const verb = order === 'roll' ? 'roll back' : order
  const isRecord = !hasWord('connector', 'integration') && scene.marked.connectors.length === 0 && hasWord('record', 'row')
  const place =
    places.find(({ stems, label }) => hasWord(...stems) && (label !== 'the system that holds the records' || isRecord)) ??
    connectorPlace
  const among = connectors.filter(({ id }) => scopes.among?.includes(id))
  const meant = connector ?? (among.length === 1 ? among[0] : undefined) ?? null
  const what: SentencePart[] = sayable.test(verb) ? [quote(verb), ' anything'] : ['do that']
  if (place.label === 'the system that holds the records')
    speech.say("I can't ", ...what, ' for you. Datacrane does not delete or change records in your systems.')
  else {
    speech.say("I can't ", ...what, ' for you. Do it here: ', link(place.href(meant?.id ?? null), place.label), '.')
    if (meant !== null) speech.say('This is about ', link(connectorHref(meant.id), meant.name), '.')
  }
  const [article] = fittingArticles(topicOf(scene), 1, surelyFitting, surelyFitting)
  if (article) speech.say('Read more: ', link(hrefOf(article), article.title))
}
