/** An article for every code of the error catalogue: what it says, whether another try helps, and what to do. */

import { errorArticleId } from '../kit/help-links.ts'
import type { ProblemCode } from '../kit/problem.ts'
import type { Entry } from '../kit/problem-entry.ts'
import { catalogue } from '../problem-catalogue.ts'
import type { Article } from './article.ts'
import { errorTexts } from './error-texts.ts'

const codes = Object.entries(catalogue) as readonly (readonly [ProblemCode, Entry])[]

/** Where one meets errors of an area: the part of the code before its slash. */
const places: Readonly<Record<string, readonly string[]>> = {
  auth: ['sign-in'],
  access: ['settings-ip-whitelist'],
  registration: ['sign-up'],
  password: ['setting-password'],
  confirmation: ['confirm-account'],
  invitation: ['setting-invitations'],
  oauth: ['sign-in'],
  user: ['account-team'],
  maintenance: ['setting-maintenance'],
  setup: ['sign-in'],
  request: ['settings-api-keys'],
  connector: ['connector-overview'],
  egress: ['builder-source'],
  shape: ['builder-source'],
  template: ['connector-library'],
  'take-away': ['setting-import'],
  config: ['studio-config-editor'],
  graph: ['dashboard'],
  live: ['connector-overview'],
  hook: ['setting-webhook-trigger'],
  'mapping-rule': ['setting-transforms'],
  alarm: ['connector-alerts'],
  cause: ['connector-problems'],
  run: ['run'],
  analytics: ['dashboard'],
  renderer: ['studio-renderer'],
  cursor: ['setting-cursor'],
  quota: ['setting-plan'],
  record: ['connector-problems'],
  replay: ['studio-replay'],
  company: ['customers', 'sign-in'],
  installation: ['admin'],
  library: ['enterprise-library'],
  settings: ['settings-company'],
  sso: ['settings-security'],
  gateway: ['settings-network'],
  'private-endpoint': ['settings-network'],
  provisioning: ['setting-provisioning'],
  apiKey: ['settings-api-keys'],
  image: ['setting-photo'],
  profile: ['account-profile'],
  member: ['account-team'],
  account: ['account-info'],
  session: ['setting-sessions'],
  identity: ['account-mfa'],
  signIn: ['account-login-history'],
  mfa: ['account-mfa'],
  transaction: ['connector-transactions'],
  source: ['builder-source'],
  destination: ['builder-destination'],
  lookup: ['builder-enrichment'],
  mapping: ['builder-mapping'],
  probe: ['builder-source'],
  support: ['help-center'],
  server: ['help-center'],
  net: ['help-center'],
  bug: ['help-center'],
}

/** What helps where nothing is written by hand. */
function adviceOf({ status, retryable }: Entry): string {
  if (status === 429) return 'Wait a moment, then try again.'
  if (retryable) return "Try again: the same step may succeed now. If it doesn't, contact support."
  if (status === 401) return 'Sign in again. If the error remains, contact support.'
  if (status === 403) return 'Ask your administrator to do it or to give you permission.'
  if (status === 404 || status === 410)
    return 'Go back to the list and open it from there. It may have been deleted, or the URL is incomplete.'
  if (status === 409) return 'Reload the page to see the current state, then repeat your change.'
  if (status === 413) return 'Send a smaller request.'
  if (status === 502 || status === 504)
    return "Check the other system's response and the configuration. Correct the problem, then start a run or replay the records."
  if (status >= 500) return 'Try again. If the error persists, send support the request number.'
  return 'Correct the value in the message, then try again.'
}

export const errorArticles: readonly Article[] = codes.map(([code, entry]) => {
  const written = errorTexts[code]
  const area = places[code.slice(0, code.indexOf('/'))] ?? []
  return {
    id: errorArticleId(code),
    kind: 'error',
    title: entry.title,
    text: [
      entry.message,
      ...(written?.text ?? [adviceOf(entry)]),
      entry.retryable ? 'Trying again without changes can help.' : "Trying again without changes doesn't help.",
      `Error code: ${code}${entry.status === 0 ? '' : `, HTTP status ${entry.status}`}.`,
    ],
    words: `${code} ${code.replaceAll(/[/-]/g, ' ')} ${written?.words ?? ''}`,
    related: [...new Set([...(written?.related ?? []), ...area])],
  }
})
