import { enterpriseEndpoints } from '#contract/library/enterprise.ts'
import { takeAwayEndpoints } from '#contract/library/take-away.ts'
import { templateEndpoints } from '#contract/library/template.ts'
import { templateUpdateEndpoints } from '#contract/library/template-updates.ts'
import type { ConnectorService } from '../connectors/details/connector.service.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createEnterpriseService } from './enterprise.service.ts'
import { readyMade } from './ready-made/library.ts'
import { createTakeAwayService } from './take-away.service.ts'
import { createTemplateService } from './template.service.ts'
import { createTemplateUpdatesService } from './template-updates.service.ts'

type Deps = FeatureDeps & { readonly connectors: ConnectorService }

export function registerLibrary(app: App, { config, db, vault, connectors }: Deps): void {
  const templates = createTemplateService({ db, vault, connectors, library: readyMade(config.sandboxOrigin) })
  app.registerEndpoint(templateEndpoints.list, ({ caller, query }) => templates.list(caller, query))
  app.registerEndpoint(templateEndpoints.get, ({ caller, params }) => templates.get(caller, params.id))
  app.registerEndpoint(templateEndpoints.create, ({ caller, body, newId }) => templates.create(caller, newId, body))
  app.registerEndpoint(templateEndpoints.update, ({ caller, body }) => templates.update(caller, body))
  app.registerEndpoint(templateEndpoints.remove, ({ caller, params }) => templates.remove(caller, params.id))
  app.registerEndpoint(templateEndpoints.start, ({ caller, params, body, newId }) =>
    templates.start(caller, params.id, newId, body.name),
  )

  const updates = createTemplateUpdatesService({ db, vault })
  app.registerEndpoint(templateUpdateEndpoints.list, ({ caller }) => updates.list(caller))
  app.registerEndpoint(templateUpdateEndpoints.decide, ({ caller, params, body, audit }) =>
    updates.decide(caller, params.id, body, audit),
  )

  const enterprise = createEnterpriseService({ db, publicUrl: config.publicUrl })
  app.registerEndpoint(enterpriseEndpoints.list, ({ query }) => enterprise.list(query))
  app.registerEndpoint(enterpriseEndpoints.get, ({ params }) => enterprise.get(params.id))
  app.registerEndpoint(enterpriseEndpoints.approve, ({ params, body: { revision }, caller, audit }) =>
    enterprise.decide(params.id, { revision, reason: null, caller, audit }),
  )
  app.registerEndpoint(enterpriseEndpoints.decline, ({ params, body: { revision, reason }, caller, audit }) =>
    enterprise.decide(params.id, { revision, reason: reason.trim(), caller, audit }),
  )
  app.registerEndpoint(enterpriseEndpoints.offer, ({ params, body, audit }) => enterprise.offer(params.id, body, audit))

  const files = createTakeAwayService({ db, vault, connectors })
  app.registerEndpoint(takeAwayEndpoints.export, ({ caller, params }) => files.export(caller, params.id))
  app.registerEndpoint(takeAwayEndpoints.check, ({ caller, body }) => files.check(caller, body))
  app.registerEndpoint(takeAwayEndpoints.import, ({ caller, body, newId }) => files.import(caller, newId, body))
}
