/** How a connector is set up: systems, mapping, enrichments, trigger, webhook URL, owner, versions and settings of requests. */
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import { hooksOf } from '#server/records/connectors/hooks.repository.ts'
import { liveStatesOf } from '../../connectors/deployments/live-states.repository.ts'
import { type Configured, configurationsOf } from '../configurations.repository.ts'
import { connectorHref, idsIn, type Scene } from '../scene.ts'
import { rhythmOf } from '../schedule-text.ts'
import { at, copy, durationText, link, listed, plural, quote, type SentencePart, type Speech } from '../speech.ts'
import { sayMapping, transformOf } from './mapping.ts'

type Aspect = {
  readonly isMeant: (scene: Scene) => boolean
  readonly say: (of: readonly Configured[], scene: Scene, speech: Speech) => Promise<void> | void
}

const listedMax = 10
const tab = (id: string, name: string) => `${connectorHref(id)}?tab=${name}`
const named = ({ id, name }: Configured) => link(connectorHref(id), name)
const headOf = (it: Configured): SentencePart[] => [named(it), ': ']

/** URL, database, container or stream of a system, as it is set up. */
function addressOf(system: Configured['config']['source']): string | null {
  const { url, databaseConfig, azureConfig, natsConfig } = system
  if (natsConfig) return `${natsConfig.host}/${natsConfig.stream}`
  if (databaseConfig) return `${databaseConfig.host}/${databaseConfig.database}`
  if (azureConfig) return `${azureConfig.endpoint}/${azureConfig.container}`
  return url === undefined || url === '' ? null : url
}

function systemSaid(system: Configured['config']['source']): SentencePart[] {
  const address = addressOf(system)
  if (address === null) return ['not set yet']
  const type = system.connectorType ?? ''
  const name = systemNameOf({ url: system.url ?? '', type })
  return name === null ? [quote(address)] : [quote(name), ' (', quote(address), ')']
}

/** Each destination, by its name where it has one. */
function destinationsSaid({ destination, routes }: Configured['config']): SentencePart[] {
  const all = [{ name: routes?.first.name ?? null, destination }, ...(routes?.others ?? [])]
  return all.flatMap((it, at): SentencePart[] => [
    ...(at === 0 ? [] : [at === all.length - 1 ? ' and ' : ', ']),
    ...(it.name === null ? [] : [quote(it.name), ', ']),
    ...systemSaid(it.destination),
  ])
}

const isWebhook = ({ config }: Configured) => config.trigger?.type === 'webhook'

function saySystems(of: readonly Configured[], _: Scene, speech: Speech): void {
  const [only] = of
  for (const it of of.slice(0, listedMax)) {
    const source: SentencePart[] = isWebhook(it) ? ['events of a webhook'] : systemSaid(it.config.source)
    const parts: SentencePart[] = ['reads from ', ...source, ' and delivers to ', ...destinationsSaid(it.config), '.']
    if (of.length === 1) speech.say(named(it), ' ', ...parts)
    else speech.item(...headOf(it), ...parts)
  }
  if (of.length > listedMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
  if (of.length === 1 && only) speech.say(link(tab(only.id, 'overview'), 'Open the connector'))
}

async function sayWebhook(of: readonly Configured[], scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, publicUrl } = scene
  let hooks = of.filter(isWebhook)
  // A word that names something else, such as the shop that sends events, hides no webhook.
  if (hooks.length === 0 && scene.marked.connectors.length === 0) {
    hooks = (await configurationsOf(db, scene.scope, null)).filter(isWebhook)
  }
  if (scene.marked.connectors.length === 0) speech.sayNoScopes()
  const states = await hooksOf(
    db,
    caller.companyId,
    hooks.map(({ id }) => id),
  )
  const [only] = of
  if (hooks.length === 0 && of.length === 1 && only && scene.marked.connectors.length > 0)
    return speech.say(named(only), ' is not started by a webhook, so it has no webhook URL.')
  if (hooks.length === 0) return speech.say('No connector is started by a webhook, so there is no webhook URL.')
  for (const it of hooks.slice(0, listedMax)) {
    const state = states.get(it.id)
    speech.item('Webhook URL of ', named(it), ': ', copy(`${publicUrl}/hooks/${it.id}`))
    if (!state?.isLive) speech.item('Deploy the connector before sending events.')
    else if (!state.hasSecret) speech.item('Create a secret first. Without a secret, every event is refused.')
    speech.say(link(tab(it.id, 'settings'), 'See URL and secret'))
  }
}

function sayOwner(of: readonly Configured[], { scopes, words, caller }: Scene, speech: Speech) {
  const { person } = scopes
  const isMine = words.includes('i') || words.includes('me') || words.includes('my')
  const owned =
    person !== null
      ? of.filter(({ ownerId }) => ownerId === person.id)
      : isMine
        ? of.filter(({ ownerId }) => ownerId === caller.userId)
        : of
  if (owned.length === 0)
    return speech.say(person === null ? 'You own no connectors.' : `${person.firstName} ${person.lastName} owns no connectors.`)
  for (const it of owned.slice(0, listedMax)) {
    const parts: SentencePart[] = ['owned by ', quote(it.owner), ', created at ', at(it.createdAt), '.']
    if (owned.length === 1) speech.say(named(it), ' is ', ...parts)
    else speech.item(...headOf(it), ...parts)
  }
  const [only] = owned
  if (owned.length === 1 && only) speech.say(link(tab(only.id, 'timeline'), 'See all changes'))
}

async function sayVersions(of: readonly Configured[], { db, caller }: Scene, speech: Speech): Promise<void> {
  const states = await liveStatesOf(
    db,
    caller.companyId,
    of.map(({ id }) => id),
  )
  for (const it of of.slice(0, listedMax)) {
    const page = tab(it.id, 'timeline')
    const changes = states.get(it.id)?.undeployedChanges ?? []
    const live: SentencePart[] =
      it.liveVersion === null
        ? ['no version is live']
        : [
            'version ',
            speech.fact(`Live version: ${it.name}`, it.liveVersion, page),
            ' is live',
            ...(it.deployedAt === null ? [] : [', deployed at ', at(it.deployedAt)]),
          ]
    const all = it.versions === 0 ? [] : ['. It has ', ...speech.count(`Versions: ${it.name}`, it.versions, page, 'version')]
    const open: SentencePart[] =
      it.liveVersion === null
        ? []
        : changes.length === 0
          ? ['. No change waits to be deployed.']
          : ['. Not deployed yet: changes of ', quote(changes.join(', ')), '.']
    if (of.length === 1) speech.say(named(it), ': ', ...live, ...all, ...(open.length === 0 ? ['.'] : open))
    else speech.item(...headOf(it), ...live, ...all, ...(open.length === 0 ? ['.'] : open))
  }
}

function sayEnrichments(of: readonly Configured[], _: Scene, speech: Speech) {
  const having = of.filter(({ config }) => config.enrichment.length > 0)
  const [only] = of
  if (of.length === 1 && only && having.length === 0) return speech.say('No. ', named(only), ' uses no enrichment.')
  if (having.length === 0) return speech.say('No connector uses an enrichment.')
  speech.say(
    ...speech.count('Connectors with enrichments', having.length, '/dashboard', 'connector'),
    ` ${plural(having.length, 'uses', 'use')} enrichments:`,
  )
  for (const it of having.slice(0, listedMax)) {
    const titles = it.config.enrichment.map(({ title, lookup }) => quote(title || lookup?.targetPath || 'enrichment'))
    speech.item(...headOf(it), ...listed(titles, listedMax), '.')
  }
}

function sayTransforms(of: readonly Configured[], scene: Scene, speech: Speech) {
  const [only] = of
  if (of.length === 1 && only) return sayMapping(of, scene, speech)
  const having = of.filter(({ config }) => config.dataMapping.some((edge) => transformOf(edge) !== null))
  if (having.length === 0) return speech.say('No connector uses transforms.')
  speech.say('These connectors use transforms:')
  for (const it of having.slice(0, listedMax)) speech.item(named(it))
}

/** "Every 5 min", "by a webhook": what starts a connector. */
function triggerSaid({ config: { trigger }, name }: Configured, zone: string, speech: Speech): SentencePart[] {
  if (trigger === undefined || trigger.type === 'manual') return ['a person or the API starts each run']
  if (trigger.type === 'webhook') return ['each event that arrives at its webhook starts a run']
  if ('everySeconds' in trigger)
    return [
      'a schedule starts a run every ',
      speech.fact(`Time between runs: ${name}`, durationText(trigger.everySeconds * 1_000), null),
    ]
  return [
    'a schedule starts runs ',
    ...rhythmOf({ everySeconds: null, cron: trigger.cron, timeZone: trigger.timeZone ?? null }, zone),
  ]
}

function sayTriggers(of: readonly Configured[], { hasWord, words, zone }: Scene, speech: Speech) {
  const isManual = hasWord('manual', 'manually', 'hand', 'button')
  // "Which by schedule, and which by hand?": each connector says what starts it.
  const isBoth =
    isManual &&
    (hasWord('schedul', 'schedule', 'automatically', 'webhook', 'automatic', 'alon') ||
      words.includes('themselves') ||
      words.includes('own'))
  const wanted = isBoth ? null : hasWord('webhook', 'event') ? 'webhook' : isManual ? 'manual' : null
  const found = wanted === null || of.length === 1 ? of : of.filter(({ config }) => (config.trigger?.type ?? 'manual') === wanted)
  if (found.length === 0)
    return speech.say(wanted === 'webhook' ? 'No connector is started by a webhook.' : 'No connector is started by hand only.')
  for (const it of found.slice(0, listedMax)) {
    if (found.length === 1) speech.say(named(it), ': ', ...triggerSaid(it, zone, speech), '.')
    else speech.item(...headOf(it), ...triggerSaid(it, zone, speech), '.')
  }
}

const authNames: Readonly<Record<string, string>> = {
  none: 'no authentication',
  basic: 'user name and password',
  bearer: 'a bearer token',
  apiKey: 'an API key',
  oauth2ClientCredentials: 'OAuth client credentials',
  oauth2: 'OAuth',
  accountKey: 'an account key',
  sasToken: 'a shared access signature',
  nkey: 'an NKey',
}

function sayRequests(of: readonly Configured[], _: Scene, speech: Speech): void {
  for (const it of of.slice(0, listedMax)) {
    const { source, destination } = it.config
    const auth = (type: string | undefined) => authNames[type ?? 'none'] ?? 'OAuth'
    const keys = source.keyFields ?? []
    const page = tab(it.id, 'settings')
    const pace = (label: string, count: number | undefined): SentencePart[] =>
      count === undefined
        ? ['no limit of its own']
        : ['at most ', speech.fact(`${label}: ${it.name}`, count, page), ' requests a second']
    if (of.length > 1) speech.say(named(it), ':')
    speech.item('Record key: ', ...(keys.length === 0 ? ['none chosen'] : listed(keys.map(quote), listedMax)), '.')
    speech.item('Source: ', auth(source.auth?.type), ', ', ...pace('Requests to the source', source.requestsPerSecond), '.')
    speech.item(
      'Destination: ',
      auth(destination.auth?.type),
      ', ',
      ...pace('Requests to the destination', destination.requestsPerSecond),
      '.',
    )
    speech.item(destination.onlyChanged ? 'Only new or changed records are sent.' : 'Every record that is read is sent.')
  }
  const [only] = of
  if (of.length === 1 && only) speech.say(link(`/edit-integration/source-configuration/${only.id}`, 'Open the configuration'))
}

/** Usual names of fields: "does the amount come from …?" asks for the mapping. */
const fieldNames = 'amount total pric valu nam email phon city country currency dat address quantity sku'.split(' ')

const aspects: readonly Aspect[] = [
  {
    isMeant: ({ hasWord, words, connector }) =>
      (hasWord('webhook', 'hook') || (hasWord('event') && hasWord('post', 'send', 'point', 'url', 'address', 'endpoint'))) &&
      (hasWord('url', 'address', 'endpoint', 'link', 'uri', 'post', 'send', 'point') || words.includes('where')) &&
      !(words.includes('which') && connector === null && !hasWord('url', 'address', 'endpoint')),
    say: sayWebhook,
  },
  { isMeant: ({ hasWord }) => hasWord('enrichment', 'lookup', 'enrich'), say: sayEnrichments },
  { isMeant: ({ hasWord }) => hasWord('transform', 'conversion', 'formula'), say: sayTransforms },
  {
    isMeant: ({ hasWord, words }) =>
      (words.includes('who') &&
        hasWord('own', 'owner', 'build', 'built', 'creat', 'made', 'mak', 'author', 'responsibl', 'belong', 'set')) ||
      hasWord('owner', 'belong', 'own', 'owned') ||
      ((words.includes('when') || words.includes('old')) && hasWord('creat', 'built', 'build', 'made', 'old', 'set')),
    say: sayOwner,
  },
  {
    isMeant: ({ hasWord }) =>
      hasWord('version', 'undeploy', 'deploy', 'revision', 'releas', 'deployment', 'unpublish') ||
      (hasWord('draft', 'chang', 'change', 'edit') && hasWord('pend', 'unsav', 'open', 'wait', 'newer', 'ahead', 'differ')),
    say: sayVersions,
  },
  {
    isMeant: ({ hasWord }) =>
      hasWord(
        'key',
        'identify',
        'identifi',
        'identifier',
        'uniqu',
        'authenticat',
        'auth',
        'authentication',
        'credential',
        'authorization',
        'batch',
        'page',
        'per',
        'timeout',
        'pac',
        'incremental',
        'incrementally',
        'delta',
        'reload',
      ) ||
      (hasWord('only') && hasWord('new', 'chang', 'change')),
    say: sayRequests,
  },
  {
    isMeant: ({ hasWord, words }) =>
      hasWord('trigger', 'manual', 'manually', 'hand', 'button') ||
      (hasWord('start', 'webhook', 'event', 'schedul') && !words.includes('where')),
    say: sayTriggers,
  },
  {
    isMeant: ({ hasWord, words }) =>
      hasWord('map', 'field', 'column', 'fill', 'fe', 'feed', 'populat', 'supply', 'unmap', 'includ', 'contain') ||
      (words.includes('from') && words.includes('where')) ||
      (words.includes('from') && hasWord(...fieldNames)) ||
      (words.includes('where') && !hasWord('data', 'record', 'row', 'url', 'address', 'endpoint')),
    say: sayMapping,
  },
]

/** Of one connector, or of each that the question is about. */
export async function aboutConfiguration(scene: Scene, speech: Speech): Promise<void> {
  // "The webhook" names connectors only where there are some.
  const ids = scene.scopes.among?.length === 0 ? null : idsIn(scene)
  const of = await configurationsOf(scene.db, scene.scope, ids)
  if (of.length === 0) return speech.say('You have no connectors yet. ', link('/integration-setup', 'Create one'))
  const aspect = aspects.find(({ isMeant }) => isMeant(scene))
  await (aspect?.say ?? saySystems)(of, scene, speech)
}
