import { helpEndpoints } from '#contract/help/help.ts'
import { supportEndpoints } from '#contract/help/support.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createHelpService } from './help.service.ts'
import { createSupportService } from './support.service.ts'

export function registerHelp(app: App, { config, db, vault, version }: FeatureDeps & { readonly version: string }): void {
  const help = createHelpService({ db })
  app.registerEndpoint(helpEndpoints.share, ({ caller, query }) => help.share(caller, query.article ?? null))
  app.registerEndpoint(helpEndpoints.answer, ({ caller, params, body }) => help.answer(caller, params.article, body.isHelpful))
  app.registerEndpoint(helpEndpoints.topicOpened, ({ caller, body }) => help.topicOpened(caller, body.topic))
  app.registerEndpoint(helpEndpoints.missed, ({ caller }) => help.missed(caller))
  app.registerEndpoint(helpEndpoints.figures, () => help.figures())

  const { publicUrl, supportEmail, databaseUrl } = config
  const database = databaseUrl === null ? 'embedded' : 'PostgreSQL'
  const support = createSupportService({ db, vault, version, publicUrl, supportEmail, database })
  app.registerEndpoint(supportEndpoints.bundle, ({ caller, body }) => support.bundle(caller, body))
  app.registerEndpoint(supportEndpoints.create, ({ caller, newId, body, audit }) => support.create(caller, newId, body, audit))
  app.registerEndpoint(supportEndpoints.list, ({ caller, query }) => support.list(caller, query))
  app.registerEndpoint(supportEndpoints.received, ({ query }) => support.received(query))
  app.registerEndpoint(supportEndpoints.answer, ({ params, body, newId, audit }) =>
    support.answer(params.id, { id: newId, text: body.answer }, audit),
  )
  app.registerEndpoint(supportEndpoints.add, ({ caller, params, body, newId, audit }) =>
    support.add(caller, params.id, { id: newId, text: body.text }, audit),
  )
  app.registerEndpoint(supportEndpoints.settle, ({ caller, params, audit }) => support.settle(caller, params.id, audit))
  app.registerEndpoint(supportEndpoints.close, ({ params, audit }) => support.close(params.id, audit))
}
