/** Where Stripe sends its events. They are taken byte by byte: the signature is over the bytes. */
import type { FastifyInstance } from 'fastify'

import { paymentMethodEndpoints } from '#contract/billing/payment-methods.ts'
import type { Admit } from '#server/platform/http/call-limit.ts'
import type { createStripeEvents } from './stripe-events.service.ts'

/** Bytes. */
const eventMax = 262_144

/** @param admit lets a request of an address in or throws. */
export function paymentEventRoutes(app: FastifyInstance, receive: ReturnType<typeof createStripeEvents>, admit: Admit): void {
  const { method, path, body, status, reply: answer, summary } = paymentMethodEndpoints.event
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(/^application\/json\s*(?:;|$)/i, { parseAs: 'buffer', bodyLimit: eventMax }, (_, bytes, done) =>
      done(null, bytes),
    )
    scope.setValidatorCompiler(() => (data: unknown) => ({ value: data }))
    scope.route<{ Body: Buffer | undefined }>({
      method,
      url: path,
      schema: { summary, tags: ['payments'], security: [], body, response: { [status]: answer } },
      onRequest: admit,
      handler: async (request, reply) => {
        const given = request.headers['stripe-signature']
        const signature = typeof given === 'string' ? given : undefined
        const result = await receive({ signature, body: request.body ?? Buffer.alloc(0) })
        return reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(JSON.stringify(result))
      },
    })
  })
}
