import type { FastifyInstance } from 'fastify'

/** One line per answer, without query strings (they may hold secrets). What went well is told only when asked for. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply
    // The sandbox plays a system that is busy at times.
    const isPlayed = status === 503 && request.url.startsWith('/sandbox/')
    const isMeant = isPlayed || (status === 503 && (request.caller?.maintenance ?? null) !== null)
    const level = status >= 500 && !isMeant ? 'error' : status >= 400 ? 'info' : 'debug'
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status,
        milliseconds: Math.round(reply.elapsedTime),
        userId: request.caller?.userId,
      },
      'answered',
    )
  })
}
