/** Drafts, mappings, checks, templates and what could be built or improved. */

import { linedShape } from '#contract/builder/sample-lines.ts'
import { suggest } from '#contract/builder/suggestions/suggestions.ts'
import { keyFieldsIn, keyQuestionOf } from '#contract/connectors/config/key-question.ts'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import { recordNounOf } from '#contract/connectors/runs/record-noun.ts'
import { validateConfig } from '../../connectors/config/config-validation.service.ts'
import { readShapes } from '../../connectors/config/shapes.repository.ts'
import { configOf } from '../../connectors/details/connector-presenter.ts'
import { findConnector } from '../../connectors/details/connectors.repository.ts'
import { pageOfRuns } from '../../connectors/runs/run-list.repository.ts'
import { type Drafted, draftOf } from '../drafting.ts'
import { fittingTemplates, recommendedFrom } from '../recommending.ts'
import { triggerIn } from '../rhythm.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { link, plural, quote, type Speech } from '../speech.ts'
import { settingsIn } from '../wishes/settings.ts'
import { askWhich } from './causes.ts'

const into = new Set(['to', 'into', 'in', 'onto'])
const articles = new Set(['our', 'the', 'my', 'a', 'an'])

/** Which system is the source: the first one, unless a word before it says that it is where records go. */
export function sidesOf({ marked }: Pick<Scene, 'marked'>): { readonly source: string | null; readonly target: string | null } {
  const isTarget = (at: number) => {
    const [two = '', one = ''] = marked.words
      .filter(({ to }) => to <= at)
      .slice(-2)
      .map(({ text }) => text)
    return into.has(one) || (articles.has(one) && into.has(two)) || (two === '' && into.has(one))
  }
  const [first, second] = marked.systems
  if (!first) return { source: null, target: null }
  if (!second) return isTarget(first.at) ? { source: null, target: first.key } : { source: first.key, target: null }
  const isTurned = isTarget(first.at) && !isTarget(second.at)
  return isTurned ? { source: second.key, target: first.key } : { source: first.key, target: second.key }
}

const itemsMax = 6

const spelled: Readonly<Record<string, string>> = { url: 'URL', auth: '', value: 'API key or password' }
/** "/source/auth/value" as "source API key or password". */
const settingName = (path: string): string =>
  path
    .split('/')
    .map((part) =>
      Object.hasOwn(spelled, part) ? (spelled[part] ?? '') : part.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase(),
    )
    .filter((part) => part !== '')
    .join(' ')

export function proposeDraft(scene: Scene, speech: Speech): void {
  const { library, words, zone, message } = scene
  const sides = sidesOf(scene)
  const settings = settingsIn(words, sides.target !== null)
  const drafted = draftOf(library, {
    ...sides,
    words: new Set(words),
    trigger: triggerIn(words, zone),
    settings,
    message,
    name: null,
  })
  const { config, shapes, source, destination } = drafted
  const unknown = [
    sides.source !== null && !source ? sides.source : null,
    sides.target !== null && !destination ? sides.target : null,
  ]
  for (const system of unknown) {
    if (system !== null) speech.say('The library has no template for ', quote(system), ' there. Fill in that part yourself.')
  }
  if (!source && !destination) {
    if (sides.source === null && sides.target === null)
      speech.say('Which two systems do you want to connect? For example, "from Shopify to HubSpot".')
    speech.say(
      link('/connector-library', 'See what the library has'),
      ' or ',
      link('/integration-setup', 'start with an empty connector'),
      '.',
    )
    speech.suggest('Create a connector from Shopify to HubSpot', 'Which templates are there?')
    return
  }
  const checked = validateConfig(config)
  speech.say('Here is a draft. Press the button to create it. Nothing runs until you deploy it.')
  const pair = source !== null && source === destination ? source : null
  const [fromName = '', toName = ''] = pair?.name.split(' to ') ?? [source?.name, destination?.name]
  if (pair) speech.item('Template: ', link(`/connector-library/${pair.id}`, pair.name))
  else if (source) speech.item('Source: ', link(`/connector-library/${source.id}`, source.name))
  else speech.item('Source: enter the details yourself.')
  if (pair === null && destination) speech.item('Destination: ', link(`/connector-library/${destination.id}`, destination.name))
  else if (pair === null) speech.item('Destination: enter the details yourself.')
  const key = keyFieldsIn(config)
  if (key.length > 0) speech.item('Record key: ', quote(key.join(', ')), '. Change it in the source step.')
  const isKeyOpen = keyQuestionOf(config, shapes)?.isOpen === true
  if (isKeyOpen) speech.item('Record key: choose in the source step what identifies a record.')
  const isScheduled = config.trigger.type === 'schedule'
  speech.item(isScheduled ? 'Trigger: the schedule that you named.' : 'Trigger: manual. Set a schedule in the builder.')
  const { limit, isOnlyChanged } = settings
  if (limit !== null)
    speech.item(
      'Rate limit: at most ',
      speech.fact('Requests per second', limit.requestsPerSecond, null),
      limit.side === 'source' ? ' requests per second to the source.' : ' requests per second to the destination.',
    )
  if (isOnlyChanged) speech.item('Send only changes: yes. Unchanged records are not sent again.')
  sayRecords(drafted, speech)
  if (config.dataMapping.length > 0)
    speech.item(
      'Mapping: ',
      ...speech.count(pair ? 'Mapped fields' : 'Suggested lines', config.dataMapping.length, null, 'field'),
      pair ? ' from the template.' : ' suggested by name. Check the suggestions.',
    )
  else speech.item('Mapping: empty. No fields of the two systems match.')
  const missing = checked.errors.map(({ path }) => path)
  const effect = [
    ...speech.effect('Creates a draft that you own.'),
    ...(checked.isValid && !isKeyOpen
      ? speech.effect('The draft is ready to deploy.')
      : checked.isValid
        ? speech.effect('Choose what identifies a record before you deploy.')
        : speech.effect(
            ...speech.count('Fields to fill in', checked.errors.length, null, 'setting'),
            ` ${plural(checked.errors.length, 'is', 'are')} still needed before you can deploy.`,
          )),
  ]
  if (missing.length > 0)
    speech.say(
      'Still needed: ',
      quote(missing.slice(0, itemsMax).map(settingName).join(', ')),
      missing.length > itemsMax ? ' and more.' : '.',
    )
  speech.propose({
    kind: 'create',
    name: config.name,
    source: fromName,
    destination: toName,
    ...{ config, shapes, isReady: checked.isValid && !isKeyOpen, errors: [...checked.errors], effect },
  })
}

/** The filter, the lines, the groups and the formulas of a draft, and what was wished and is not set. */
function sayRecords({ records: { only, each, group, formulas, missed }, ungrouped }: Drafted, speech: Speech): void {
  const fields = only === null ? [] : [...new Set(conditionsOf(only).map(({ path }) => path))]
  if (only !== null)
    speech.item(
      'Filter: ',
      ...speech.count('Conditions', conditionsOf(only).length, null, 'condition'),
      ' on ',
      quote(fields.join(', ')),
      '. Other records are left out.',
    )
  if (each !== null) speech.item('Lines: one for each item of ', quote(each.path), '. Records without items are left out.')
  if (group !== null) {
    const made = group.lines.map((it) =>
      it.path === undefined ? `${it.target} (number of records)` : `${it.target} (${it.do} of ${it.path})`,
    )
    speech.item('Groups: one record for each ', quote(group.by.join(', ')), ' with ', quote(made.join(', ')), '.')
  }
  if (ungrouped !== null) speech.item('Not set: groups. ', `${ungrouped}.`)
  for (const { target, text } of formulas) speech.item('Formula: ', quote(target), ' = ', quote(text))
  for (const phrase of missed)
    speech.item('Not set: ', quote(phrase), ". I don't know these fields or this condition. Set it in the Mapping step.")
}

async function draftedConnector({ db, scope, connector }: Scene) {
  return connector === null ? null : findConnector(db, scope, connector.id)
}

export async function suggestMapping(scene: Scene, speech: Speech): Promise<void> {
  const record = await draftedConnector(scene)
  if (!record) return askWhich(scene, speech, (name) => `Suggest a mapping for ${name}`)
  const whose = { companyId: record.companyId, connectorId: record.connector._id }
  const shapes = await readShapes(scene.db, whose)
  const href = `/edit-integration/data-mapping/${record.connector._id}`
  if (!shapes.source || !shapes.destination) {
    return speech.say(
      'The fields of ',
      quote(record.connector.name),
      " aren't known yet. Test the source in the builder, and add an example for the destination. ",
      link(href, 'Open the mapping'),
    )
  }
  const targets = new Set(record.draft.dataMapping.map(({ targetPath, target }) => targetPath || target))
  const { each } = record.draft.records ?? {}
  const { fields, examples } = linedShape(shapes.source, each)
  const found = suggest(fields, shapes.destination.fields, examples, {
    targets,
    record: recordNounOf(record.draft.source, record.draft.trigger.type === 'webhook').one,
  })
  speech.say(
    quote(record.connector.name),
    ' maps ',
    ...speech.count('Field mappings', record.draft.dataMapping.length, href, 'field'),
    '. By name and type, I suggest ',
    speech.fact('Suggested lines', found.length, href),
    ' more:',
  )
  for (const { sourcePath, targetPath } of found.slice(0, itemsMax)) speech.item(quote(sourcePath), ' → ', quote(targetPath))
  speech.say(link(href, 'Open the mapping to take them over'))
}

export async function validateDraft(scene: Scene, speech: Speech): Promise<void> {
  const record = await draftedConnector(scene)
  if (!record) return askWhich(scene, speech, (name) => `Is ${name} ready to be deployed?`)
  const { errors, warnings, isValid } = validateConfig(configOf(record))
  const href = `/edit-integration/${record.connector._id}`
  if (isValid) speech.say('The draft of ', quote(record.connector.name), ' is ready to deploy. No errors found.')
  else
    speech.say(
      'The draft of ',
      quote(record.connector.name),
      " can't be deployed yet: ",
      ...speech.count('Errors', errors.length, href, 'error'),
      '.',
    )
  for (const { path, message } of errors.slice(0, itemsMax)) speech.item(quote(path), ': ', quote(message))
  if (warnings.length > 0) speech.say(...speech.count('Warnings', warnings.length, href, 'warning'), ':')
  for (const { path, message } of warnings.slice(0, itemsMax)) speech.item(quote(path), ': ', quote(message))
  speech.say(link(href, 'Open it in the builder'), '. It was checked as it is saved; addresses were not called.')
}

export async function optimise(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector } = scene
  const record = await draftedConnector(scene)
  if (connector === null || !record) return askWhich(scene, speech, (name) => `What can be improved about ${name}?`)
  const base = connectorHref(connector.id)
  const { data: runs } = await pageOfRuns(db, scope, { connectorId: connector.id, search: '', limit: 50, offset: 0 })
  const empty = runs.filter(({ recordsRead, status }) => status === 'succeeded' && recordsRead === 0).length
  const looked = speech.fact('Runs looked at', runs.length, `${base}?tab=runs`)
  let isAnything = false
  if (runs.length >= 10 && empty * 2 > runs.length) {
    isAnything = true
    speech.item(
      speech.fact('Empty runs', empty, `${base}?tab=runs`),
      ' of the last ',
      looked,
      ' runs read no records. A longer interval saves these requests.',
    )
  }
  const { source } = record.draft
  if (source.type === 'http' && source.listConfig?.type === 'simple' && !source.listConfig.firstPageOnly) {
    isAnything = true
    speech.item('The source is read without pages. If it has many records, set up pagination.')
  }
  if (!isAnything)
    speech.say('I found nothing to improve in the last ', looked, ` ${plural(runs.length, 'run')} and the configuration.`)
  else speech.say('Measured on ', quote(connector.name), ':')
  speech.say(link(`/edit-integration/${connector.id}`, 'Open it in the builder'))
}

export function findTemplates({ library, marked, words }: Scene, speech: Speech): void {
  const keys = new Set(marked.systems.map(({ key }) => key))
  const found = fittingTemplates(library, keys, words)
  if (found.length === 0) {
    speech.say(
      'The library has ',
      speech.fact('Templates in the library', library.length, '/connector-library'),
      ' templates, and none matches your request.',
    )
    speech.say(link('/connector-library', 'Open the library'))
    return
  }
  speech.say(
    speech.fact('Templates that fit', found.length, '/connector-library'),
    ' of ',
    speech.fact('Templates in the library', library.length, '/connector-library'),
    ' templates match:',
  )
  for (const { it } of found.slice(0, itemsMax))
    speech.item(link(`/connector-library/${it.id}`, it.name), ': ', quote(it.description))
}

export function recommend(scene: Scene, speech: Speech): void {
  const { library, connectors, marked } = scene
  const systems = new Set(marked.systems.map(({ key }) => key))
  const names = connectors.map(({ name }) => name)
  const fresh = recommendedFrom(library, names, systems).slice(0, 3)
  if (fresh.length === 0) {
    speech.say('No template in the library matches the systems you already use.')
    speech.say(link('/connector-library', 'Open the library'))
    return
  }
  speech.say('Because you use these systems already, the library has:')
  for (const { it } of fresh) speech.item(link(`/connector-library/${it.id}`, it.name), ': ', quote(it.description))
  const [first] = fresh
  if (first) speech.suggest(`Create a connector with ${first.it.name}`)
}
