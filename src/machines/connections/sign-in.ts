/** What is written of a sign-in to another system: the app with which people sign in, an existing one or a new one. Pure. */
import type { ConnectionState } from '#contract/connections/connection.lifecycle.ts'
import type { OauthApp, OauthAppForm } from '#contract/connections/oauth-app.ts'
import { appFaults } from '#contract/connections/oauth-app-check.ts'
import { oauthPresets, oauthProviders, presetOf } from '#contract/connections/oauth-presets.ts'
import type { Entry } from '../kit/entry-dialog.machine.ts'

const given = (entry: Entry, field: string) => (entry[field] ?? '').trim()

/** Stands where the id of an app is: the app is added with the connection. */
export const newApp = 'new'

export const isNewApp = (entry: Entry): boolean => given(entry, 'appId') === newApp

/** Whether nothing is sent until a person has signed in. */
export const isWaitingForSignIn = (state: ConnectionState): boolean => state === 'ended' || state === 'authorizing'

/** The systems whose sign-in is known, by provider, and an app that is set up by hand. */
export const providerNames: Readonly<Record<string, string>> = Object.fromEntries(
  oauthProviders.map((it) => [it, oauthPresets[it].name]),
)

export function appFormOf(entry: Entry): OauthAppForm {
  const provider = oauthProviders.find((it) => it === entry['provider']) ?? 'own'
  const preset = presetOf(provider)
  const scopes = given(entry, 'appScopes')
  return {
    ...{
      provider,
      name: given(entry, 'appName') || `${preset?.name ?? given(entry, 'name')}`,
      clientId: given(entry, 'appClientId'),
    },
    clientSecret: entry['appSecret'] ?? '',
    ...(preset === null ? { authorizeUrl: given(entry, 'authorizeUrl'), tokenUrl: given(entry, 'appTokenUrl') } : {}),
    ...(scopes === '' ? {} : { scopes }),
    ...(entry['isForAll'] === 'yes' ? { isForAll: true } : {}),
  }
}

export const isAppChosen = (entry: Entry): boolean =>
  isNewApp(entry) ? given(entry, 'appClientId') !== '' && appFaults(appFormOf(entry)).length === 0 : given(entry, 'appId') !== ''

/** The URL that connections of an app usually begin with; null where that is not known. */
export const usualUrlOf = ({ provider }: Pick<OauthApp, 'provider'>): string | null => presetOf(provider)?.apiUrl ?? null

/** Of the address that a provider sent a person back with. */
export function arrivalIn(fragment: string) {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const text = (name: string) => given.get(name) ?? undefined
  const [code, error] = [text('code'), text('error_description') ?? text('error')]
  const named = Object.fromEntries(
    ['realmId', 'shop'].flatMap((name) => (text(name) === undefined ? [] : [[name, text(name) ?? '']])),
  )
  return {
    state: text('state') ?? '',
    ...(code === undefined ? {} : { code }),
    ...(error === undefined ? {} : { error: error.slice(0, 1_024) }),
    ...(Object.keys(named).length === 0 ? {} : { named }),
  }
}
