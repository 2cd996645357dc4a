/** Every setting that can be saved has a line that obeys it and a test that turns it. A setting without one fails here. `next-areas.md` B. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { proofs } from '#contract/auth/mfa.ts'
import { endpoints } from '#contract/endpoints.ts'
import { actions, labels, placesOfCalls } from './enforced-calls.ts'
import { besides, places } from './enforced-places.ts'

type Schema = {
  readonly type?: string
  readonly properties?: Record<string, Schema>
  readonly items?: Schema
  readonly anyOf?: Schema[]
  readonly readOnly?: boolean
}

/** A secret is one setting, whether it is sent or stays. */
const isMask = ({ properties }: Schema) => properties !== undefined && Object.hasOwn(properties, 'last4')

/** The names of everything that a form can change. */
function namesIn(schema: Schema, at: string): string[] {
  const inner = schema.items ?? schema.anyOf?.find(({ properties }) => properties) ?? schema
  if (inner.properties === undefined || isMask(inner)) return [at]
  const own = Object.entries(inner.properties).filter(([, { readOnly }]) => !readOnly)
  return own.flatMap(([name, each]) => namesIn(each, `${at}.${name}`))
}

const root = '/api/system-settings'
/** Sent beside the settings: who one is, and what was read. */
const unset = [...Object.keys(proofs), 'revision', 'revisions']
/** Sent back as they were read, and changed by calls of their own. */
const sentBack = [
  ...['networkConnectivity.cloudToCloud.vpnConfigurations', 'networkConnectivity.cloudToCloud.privateEndpoints'],
  ...['notificationSettings.webhookNotifications.endpoints', 'securitySettings.sso'],
]
/** The same settings under the name that the specification has for them. */
const sameAs = (name: string) => name.replace(/^aiIntegrations\b/, 'ai-integrations')

/** Every setting that a call under the settings of a company can change, by the path of the call without ids. */
function settingsOf({ method, path, body }: (typeof endpoints)[number]): string[] {
  if (!path.startsWith(root) || method === 'GET' || method === 'DELETE') return []
  const at = path.slice(root.length + 1).replaceAll(/\/:\w+/g, '')
  if (actions.includes(at)) return []
  const { value, ...fields } = (body as Schema | undefined)?.properties ?? {}
  const own = Object.entries({ ...value?.properties, ...fields }).filter(
    ([name, { readOnly }]) => !readOnly && !unset.includes(name),
  )
  return own.length === 0 ? [at] : own.flatMap(([name, each]) => namesIn(each, at === '' ? name : `${at}.${name}`))
}

it('has a line of the server and a test for every setting of every tab, whichever call saves it', () => {
  const settings = new Set(
    endpoints
      .flatMap(settingsOf)
      .filter((name) => !sentBack.includes(name))
      .map(sameAs),
  )
  const all = { ...places, ...placesOfCalls }
  expect([...Object.keys(all), ...besides, ...labels].toSorted()).toEqual([...settings].toSorted())
  const missing = Object.entries(all).flatMap(([setting, { line, proof }]) =>
    [line, proof].flatMap(([file, text]) =>
      readFileSync(file, 'utf8').includes(text) ? [] : [`${setting}: "${text}" is not in ${file}`],
    ),
  )
  expect(missing).toEqual([])
})
