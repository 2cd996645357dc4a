import { templateEndpoints } from '#contract/library/template.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { TemplateDesk } from './template.service.ts'

export function templateRoutes(mount: Mount, desk: TemplateDesk): void {
  mount(templateEndpoints.list, ({ caller, query }) => desk.list(caller, query))
  mount(templateEndpoints.get, ({ caller, params }) => desk.get(caller, params.id))
  mount(templateEndpoints.create, ({ caller, body, newId }) => desk.create(caller, newId, body))
  mount(templateEndpoints.update, ({ caller, body }) => desk.update(caller, body))
  mount(templateEndpoints.remove, ({ caller, params }) => desk.remove(caller, params.id))
  mount(templateEndpoints.start, ({ caller, params, body, newId }) => desk.start(caller, params.id, newId, body.name))
}
