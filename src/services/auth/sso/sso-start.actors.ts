/** Joins the way to the identity provider of a company to its call. Apart from the other ways, so that the sign-in page does not name its parts. */
import { ssoEndpoints } from '#contract/auth/sso/sso.ts'
import { ssoStartMachine } from '../../../machines/auth/sign-in/sso-start.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import { call, once } from '../../kit/api-client.ts'
import { leaveFor } from '../oauth.actors.ts'

export const liveSsoStartMachine = ssoStartMachine.provide({
  actors: {
    startAtCompany: actorFrom(
      async ({ email, to }, signal) => leaveFor(await call(ssoEndpoints.start, { body: { email }, signal, patience: once }), to),
      { limit: 20_000 },
    ),
  },
})
