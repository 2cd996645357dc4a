/** What is wrong with the form of an app, for the server and the screen, and what is kept of it. Pure. */
import type { FieldProblem } from '../kit/problem.ts'
import type { OauthAppForm, OauthSettings } from './oauth-app.ts'
import { oauthLimits as limits } from './oauth-limits.ts'
import { presetOf } from './oauth-presets.ts'

/** What is kept of a form: a preset's own addresses win over what was written. */
export function settingsOfApp(form: OauthAppForm): OauthSettings {
  const preset = presetOf(form.provider)
  return {
    authorizeUrl: preset?.authorizeUrl ?? form.authorizeUrl?.trim() ?? '',
    tokenUrl: preset?.tokenUrl ?? form.tokenUrl?.trim() ?? '',
    scopes: (form.scopes ?? preset?.scopes ?? '').trim(),
    pkce: preset?.pkce ?? form.pkce ?? true,
    clientProof: preset?.clientProof ?? form.clientProof ?? 'basic',
  }
}

function addressFault(text: string, path: string, name: string): FieldProblem[] {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return [{ path, message: `Enter the ${name}, which begins with https:// or http://` }]
  if (url.username !== '' || url.password !== '') return [{ path, message: `Remove the credentials from the ${name}` }]
  return url.hash === '' ? [] : [{ path, message: `Remove everything after # from the ${name}` }]
}

/** How many scopes a text names, whichever of space and comma divides them. */
export const countScopes = (scopes: string): number => scopes.split(/[\s,]/).filter((it) => it !== '').length

/** Everything that keeps a form from being saved. */
export function appFaults(form: OauthAppForm): FieldProblem[] {
  const faults: FieldProblem[] = []
  if (presetOf(form.provider) === null) {
    faults.push(...addressFault((form.authorizeUrl ?? '').trim(), '/authorizeUrl', 'authorization URL'))
    faults.push(...addressFault((form.tokenUrl ?? '').trim(), '/tokenUrl', 'token URL'))
  }
  if (countScopes(form.scopes ?? '') > limits.scopes)
    faults.push({ path: '/scopes', message: `Enter at most ${limits.scopes} scopes` })
  return faults
}
