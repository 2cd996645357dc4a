/** What a body may be: JSON, without the names that reach into the prototypes of objects. */
import type { FastifyInstance } from 'fastify'

import { refusal } from '#contract/kit/problem.ts'
import { hasTooManyNames, tooManyNames } from '../json/names.ts'

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
