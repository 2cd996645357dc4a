/** Reads how an operation of an OpenAPI document is authenticated, and finds parts of a document. */
import type { Auth, NamedValue, SecretValue } from '#contract/connectors/config/config.ts'
import { namesSecret } from '#contract/connectors/config/hazards/secret-signs.ts'
import { isObject } from '#contract/connectors/config/json-members.ts'
import { resolved } from './openapi-schema.ts'
import { blankAuth } from './side-config.ts'

export const textOf = (value: unknown, max = 1_024): string => (typeof value === 'string' ? value.slice(0, max) : '')
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
export const deep = (value: unknown, ...names: readonly string[]): unknown => names.reduce(member, value)
export type Json = Readonly<Record<string, unknown>>

/** Null if the document requires an authentication that Datacrane does not support. */
export function authOf(document: Json, operation: unknown): Auth | null {
  const asked = listOf(member(operation, 'security') ?? document['security'])
  if (asked.length === 0 || asked.some((it) => isObject(it) && Object.keys(it).length === 0)) return blankAuth('none')
  const schemes = deep(document, 'components', 'securitySchemes') ?? document['securityDefinitions']
  const ways = asked.flatMap((it) => {
    const names = Object.keys(isObject(it) ? it : {})
    return names.length === 1 ? [wayIn(resolved(document, member(schemes, names[0] ?? '')))] : []
  })
  return ways.find((way) => way !== null) ?? keysOf(document, operation)[0] ?? null
}

/** The keys of an operation that requires several together, such as `DD-API-KEY` and `DD-APPLICATION-KEY`; empty if one is enough. */
function keysOf(document: Json, operation: unknown): Extract<Auth, { type: 'apiKey' }>[] {
  const asked = listOf(member(operation, 'security') ?? document['security'])
  const schemes = deep(document, 'components', 'securitySchemes') ?? document['securityDefinitions']
  for (const it of asked) {
    const ways = Object.keys(isObject(it) ? it : {}).map((name) => wayIn(resolved(document, member(schemes, name))))
    const keys = ways.flatMap((way) => (way?.type === 'apiKey' ? [way] : []))
    if (ways.length === 1) return []
    if (ways.length > 1 && keys.length === ways.length) return keys
  }
  return []
}

/** The first of several keys is the authentication. */
export const moreKeys = (document: Json, operation: unknown): SecretValue[] =>
  keysOf(document, operation)
    .slice(1)
    .map(({ in: place, name }) => ({ in: place, name, value: '' }))

/** Optional keys are left out, because a secret without a value prevents deployment. */
export const isSecretParameter = ({ key, active }: NamedValue) => active !== false && namesSecret(key)

function wayIn(scheme: unknown): Auth | null {
  const type = textOf(member(scheme, 'type'))
  const name = textOf(member(scheme, 'scheme')).toLowerCase()
  const place = member(scheme, 'in')
  if (type === 'basic' || (type === 'http' && name === 'basic')) return blankAuth('basic')
  if (type === 'http' && name === 'bearer') return blankAuth('bearer')
  if (type === 'apiKey' && (place === 'header' || place === 'query'))
    return { type, in: place, name: textOf(member(scheme, 'name'), 128) || 'X-API-Key', value: '' }
  const flow = deep(scheme, 'flows', 'clientCredentials') ?? (member(scheme, 'flow') === 'application' ? scheme : undefined)
  if (type !== 'oauth2' || flow === undefined) return null
  const scopes = member(flow, 'scopes')
  const scope = Object.keys(isObject(scopes) ? scopes : {}).join(' ')
  const tokenUrl = textOf(member(flow, 'tokenUrl'), 2_048)
  return {
    type: 'oauth2ClientCredentials',
    tokenUrl,
    clientId: '',
    clientSecret: '',
    ...(scope === '' || scope.length > 1_024 ? {} : { scope }),
  }
}
