/** How the HTTP server takes requests and answers: limits, headers, bodies of JSON without the names that reach into prototypes, one line of log. */
import type { FastifyInstance } from 'fastify'
import { refusal } from '#contract/kit/problem.ts'
import type { Config } from '../config/config.ts'
import { hasTooManyNames, tooManyNames } from '../json/names.ts'

/** What one request may cost. Milliseconds: a whole request, its headers, a silent connection, an idle one. */
export const requestLimits = {
  bodyLimit: 1_048_576,
  requestTimeout: 30_000,
  connectionTimeout: 120_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 15_000 },
} as const

/** What every answer says besides its own: the policy of the API, which shows and runs nothing. Of the console's pages: `console-files.ts`. */
export const responseHeaders = ({ publicUrl }: Config) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
  },
  strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : (false as const),
  referrerPolicy: { policy: 'no-referrer' as const },
  xFrameOptions: { action: 'deny' as const },
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const reserved = 'The request body has a member named "__proto__", or a "constructor" with a "prototype". Rename it.'

/** JSON and nothing else. An empty body is no body: clients name the type of what they do not send. */
export function takeJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined)
      return
    }
    if (hasTooManyNames(body)) {
      done(refusal('request/malformed', { message: `The request body has ${tooManyNames}.` }))
      return
    }
    parse(request, body, (fault, value) => {
      if (fault === null || !isJson(body)) done(fault, value)
      else done(refusal('request/malformed', { message: reserved }))
    })
  })
}

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
