/** Joins signing in to other systems to its calls. */
import { connectionEndpoints } from '#contract/connections/connections.ts'
import { oauthConnectionEndpoints, type SignedIn, type SignInReturn } from '#contract/connections/oauth.ts'
import type { OauthApp } from '#contract/connections/oauth-app.ts'
import { refusal } from '#contract/kit/problem.ts'
import { connectionFormOf } from '../../machines/connections/connection-entry.ts'
import { appFormOf, isNewApp } from '../../machines/connections/sign-in.ts'
import { signInReturnMachine } from '../../machines/connections/sign-in-return.machine.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import { createRequestMachine } from '../../machines/kit/request.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'
import { listOf } from '../kit/list.actors.ts'

/** One try: what is sent is used once. */
const once = { retries: 0, backoffCap: 0 }
/** Milliseconds: the provider answers meanwhile. */
const limit = 25_000

export type AppList = {
  readonly items: readonly OauthApp[]
  readonly total: number
  readonly callbackUrl: string
  readonly mayAdd: boolean
}

/** The apps that a person may choose, and where their providers send people back to. */
export const oauthAppListMachine = (access: Access) =>
  listOf(async (_, signal): Promise<AppList> => {
    const { data, ...rest } = await call(oauthConnectionEndpoints.apps, { access, signal })
    return { items: data, ...rest }
  }).provide({ delays: { refreshPause: 60_000 } })

type Departure = { readonly id: string; readonly returnTo: string }

async function leave(access: Access, { id, returnTo }: Departure, signal: AbortSignal): Promise<string> {
  const { url } = await call(oauthConnectionEndpoints.authorize, {
    access,
    params: { id },
    body: { returnTo },
    signal,
    patience: once,
  })
  const address = new URL(url)
  if (!/^https?:$/.test(address.protocol)) throw refusal('connection/app-secret')
  location.assign(address)
  return url
}

const departureMachine = createRequestMachine<Departure, string>({ id: 'connection-departure' })

/** Leaves the page for the provider of a connection. */
export const departureFor = (access: Access) =>
  departureMachine.provide({ actors: { send: actorFrom((it: Departure, signal) => leave(access, it, signal)) } })

/** Saves a connection that somebody signs in to, with its app where that is new; of a new connection the sign-in begins at once. */
export async function saveAndLeave(access: Access, entry: Entry, signal: AbortSignal): Promise<unknown> {
  const { id = '', revision, returnTo = '' } = entry
  const app = isNewApp(entry) ? await create(oauthConnectionEndpoints.addApp, { access, body: appFormOf(entry), signal }) : null
  const body = connectionFormOf(app === null ? entry : { ...entry, appId: app.id })
  if (id !== '')
    return call(connectionEndpoints.update, { access, params: { id }, body: { ...body, revision: Number(revision) }, signal })
  const made = await create(connectionEndpoints.create, { access, body, signal })
  await leave(access, { id: made.id, returnTo: returnTo || '/connections' }, signal)
  return made
}

/** @param lead is told where to, and what came of it; null where the person refused the other account. */
export function liveSignInReturnMachine(access: Access, lead: (signedIn: SignedIn | null) => void) {
  const send = (body: SignInReturn, signal: AbortSignal) =>
    call(oauthConnectionEndpoints.finish, { access, body, signal, patience: once })
  return signInReturnMachine.provide({
    actors: { finish: actorFrom(send, { limit }), accept: actorFrom(send, { limit }) },
    actions: { lead: (_, { signedIn }) => lead(signedIn) },
  })
}
