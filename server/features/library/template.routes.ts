import { templateEndpoints } from '#contract/library/template.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { TemplateService } from './template.service.ts'

export function templateRoutes(registerEndpoint: RegisterEndpoint, service: TemplateService): void {
  registerEndpoint(templateEndpoints.list, ({ caller, query }) => service.list(caller, query))
  registerEndpoint(templateEndpoints.get, ({ caller, params }) => service.get(caller, params.id))
  registerEndpoint(templateEndpoints.create, ({ caller, body, newId }) => service.create(caller, newId, body))
  registerEndpoint(templateEndpoints.update, ({ caller, body }) => service.update(caller, body))
  registerEndpoint(templateEndpoints.remove, ({ caller, params }) => service.remove(caller, params.id))
  registerEndpoint(templateEndpoints.start, ({ caller, params, body, newId }) =>
    service.start(caller, params.id, newId, body.name),
  )
}
