import type { FastifyInstance } from 'fastify'

import { ssoEndpoints } from '#contract/auth/sso/sso.ts'
import { ssoDomainEndpoints } from '#contract/auth/sso/sso-domains.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { SsoConnectionService } from './connection.service.ts'
import type { SsoDomainService } from './domains.service.ts'
import type { SsoEntryService } from './entry.service.ts'

type Services = {
  readonly domains: SsoDomainService
  readonly connection: SsoConnectionService
  readonly entry: SsoEntryService
}

export function ssoRoutes(
  server: FastifyInstance,
  registerEndpoint: RegisterEndpoint,
  { domains, connection, entry }: Services,
): void {
  registerEndpoint(ssoDomainEndpoints.list, ({ caller }) => domains.list(caller))
  registerEndpoint(ssoDomainEndpoints.add, ({ caller, body, audit }) => domains.add(caller, body, audit))
  registerEndpoint(ssoDomainEndpoints.check, ({ caller, params, audit }) => domains.check(caller, params.id, audit))
  registerEndpoint(ssoDomainEndpoints.remove, ({ caller, params, body, audit }) => domains.remove(caller, params.id, body, audit))
  registerEndpoint(ssoEndpoints.get, ({ caller }) => connection.get(caller))
  registerEndpoint(ssoEndpoints.set, ({ caller, body, audit }) => connection.set(caller, body, audit))
  registerEndpoint(ssoEndpoints.switch, ({ caller, body, audit }) => connection.switch(caller, body, audit))
  registerEndpoint(ssoEndpoints.test, ({ caller, ip, log }) => entry.startTest(caller, ip, log))
  registerEndpoint(ssoEndpoints.metadata, ({ caller }) => connection.metadata(caller))
  registerEndpoint(ssoEndpoints.start, ({ body, ip, log }) => entry.start(body.email, ip, log))
  receiveResponses(server, entry)
}

const formMax = 262_144

/** Exactly one value, or ''. */
const only = (form: URLSearchParams, name: string) => {
  const [value = '', ...others] = form.getAll(name)
  return others.length > 0 ? '' : value
}

/** A form of another site, which the browser sends: it is answered with the page to go to. */
function receiveResponses(server: FastifyInstance, entry: SsoEntryService): void {
  const { method, path, params, body, status, reply: answer, summary } = ssoEndpoints.acs
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) => done(null, text))
    scope.setValidatorCompiler(() => (data: unknown) => ({ value: data }))
    scope.route<{ Params: { company: string }; Body: string | undefined }>({
      method,
      url: path,
      bodyLimit: formMax,
      schema: { summary, tags: ['auth'], security: [], params, body, response: { [status]: answer } },
      handler: async (request, reply) => {
        const form = new URLSearchParams(request.body ?? '')
        const sent = { response: only(form, 'SAMLResponse'), state: only(form, 'RelayState') }
        const origin = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null }
        const to = await entry.receive(request.params.company, sent, { origin, log: request.log }).catch(entry.errorPage)
        return reply.header('cache-control', 'no-store').redirect(to, status)
      },
    })
  })
}
