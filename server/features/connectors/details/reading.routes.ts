import { readingEndpoints } from '#contract/connectors/details/reading.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { ReadingService } from './reading.service.ts'

export function readingRoutes(registerEndpoint: RegisterEndpoint, service: ReadingService): void {
  registerEndpoint(readingEndpoints.read, ({ caller, params, query }) => service.read(caller, params.id, query))
}
