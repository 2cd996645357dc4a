/** `/openapi.json`: OpenAPI 3.1, made from what is mounted. */
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

import { ProblemShape } from '#contract/kit/schemas.ts'

type Operation = { responses?: Record<string, unknown> }

const problemAnswer = {
  description: 'Why the request failed (RFC 9457)',
  content: { 'application/problem+json': { schema: ProblemShape } },
}

/** To be registered before the first route. */
export async function describeRoutes(app: FastifyInstance, { version, publicUrl }: { version: string; publicUrl: string }) {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Datacrane', version, description: 'Build connectors, deploy them, and watch every record arrive.' },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      for (const path of Object.values(document.openapiObject.paths ?? {})) {
        for (const operation of Object.values(path ?? {}) as Operation[]) {
          if (operation?.responses) operation.responses['default'] = problemAnswer
        }
      }
      return document.openapiObject
    },
  })
}
