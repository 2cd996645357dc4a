import { notificationEndpoints } from '#contract/account/notifications.ts'
import { ownDataEndpoints } from '#contract/account/own-data.ts'
import { profileEndpoints } from '#contract/account/profile.ts'
import { pushEndpoints } from '#contract/account/push.ts'
import { teamEndpoints } from '#contract/account/team.ts'
import { loginAuditEndpoints } from '#contract/auth/login-audit.ts'
import { auditEndpoints } from '#contract/kit/audit.ts'
import { addressGuard } from '../../outbound/addresses.ts'
import { isShutHost } from '../../outbound/connecting.ts'
import type { StepUp } from '../auth/mfa/step-up.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createAuditService } from './audit.service.ts'
import { createLoginAuditService } from './login-audit.service.ts'
import { createNotificationService } from './notifications.service.ts'
import { createOwnDataService } from './own-data/own-data.service.ts'
import { createProfileService } from './profile.service.ts'
import { createPushService } from './push/push.service.ts'
import { createTeamService } from './team.service.ts'

type Deps = FeatureDeps & { readonly stepUp: StepUp }

export function registerAccount(app: App, { config, db, vault, access, stepUp }: Deps) {
  const { registerEndpoint } = app
  const service = createLoginAuditService({ db })
  registerEndpoint(loginAuditEndpoints.ofUser, ({ caller, params, query }) => service.ofUser(caller, params.userId, query))
  registerEndpoint(loginAuditEndpoints.ofCompany, ({ caller, params, query }) =>
    service.ofCompany(caller, params.companyId, query),
  )
  registerEndpoint(loginAuditEndpoints.exportOfUser, ({ caller, params, query }) =>
    service.exportOfUser(caller, params.userId, query),
  )
  registerEndpoint(loginAuditEndpoints.exportOfCompany, ({ caller, params, query }) =>
    service.exportOfCompany(caller, params.companyId, query),
  )
  registerEndpoint(loginAuditEndpoints.check, ({ caller, params }) => service.check(caller, params.companyId))
  const mine = createOwnDataService({ db, stepUp, publicUrl: config.publicUrl })
  registerEndpoint(ownDataEndpoints.get, ({ caller, params }) => mine.get(caller, params.userId))
  registerEndpoint(ownDataEndpoints.request, ({ caller, params, body, audit }) =>
    mine.request(caller, params.userId, body, audit),
  )
  registerEndpoint(ownDataEndpoints.download, ({ caller, params }) => mine.download(caller, params.userId))
  registerEndpoint(ownDataEndpoints.requestDeletion, ({ caller, params, body, audit }) =>
    mine.requestDeletion(caller, params.userId, body, audit),
  )
  registerEndpoint(ownDataEndpoints.withdrawDeletion, ({ caller, params, audit }) =>
    mine.withdrawDeletion(caller, params.userId, audit),
  )
  const profiles = createProfileService({ db, vault })
  registerEndpoint(profileEndpoints.get, ({ caller, params }) => profiles.get(caller, params.userId))
  registerEndpoint(profileEndpoints.set, ({ caller, params, body, audit }) => profiles.set(caller, params.userId, body, audit))
  registerEndpoint(profileEndpoints.setPhoto, ({ caller, params, body }) => profiles.setPhoto(caller, params.userId, body.photo))
  registerEndpoint(profileEndpoints.removePhoto, ({ caller, params }) => profiles.removePhoto(caller, params.userId))
  const notifications = createNotificationService({ db, config })
  const its = notificationEndpoints
  registerEndpoint(its.preferences, ({ caller, params }) => notifications.preferences(caller, params.userId))
  registerEndpoint(its.setPreferences, ({ caller, params, query, body, audit }) =>
    notifications.setPreferences(caller, { userId: params.userId, wanted: body, revision: query.revision }, audit),
  )
  registerEndpoint(its.history, ({ caller, params, query }) => notifications.history(caller, params.userId, query))
  registerEndpoint(its.unread, ({ caller, params }) => notifications.unread(caller, params.userId))
  registerEndpoint(its.markRead, ({ caller, params, body }) => notifications.markRead(caller, params.userId, body.ids ?? null))
  const isAllowed = addressGuard(config.egressAllow)
  const push = createPushService({ db, vault, isClosed: ({ hostname }) => isShutHost(hostname, isAllowed) })
  registerEndpoint(pushEndpoints.state, ({ caller, params }) => push.state(caller, params.userId))
  registerEndpoint(pushEndpoints.subscribe, ({ caller, params, body, userAgent }) =>
    push.subscribe(caller, params.userId, { ...body, browser: userAgent ?? '' }),
  )
  registerEndpoint(pushEndpoints.unsubscribe, ({ caller, params, body }) =>
    push.unsubscribe(caller, params.userId, body.endpoint),
  )
  const audit = createAuditService({ db })
  registerEndpoint(auditEndpoints.list, ({ caller, query }) => audit.list(caller, query))
  registerEndpoint(auditEndpoints.export, ({ caller, query }) => audit.export(caller, query))
  registerEndpoint(auditEndpoints.people, ({ caller }) => audit.people(caller))
  registerEndpoint(auditEndpoints.check, ({ caller }) => audit.check(caller))
  const team = createTeamService({ db, access, hasMailServer: config.smtp !== null })
  registerEndpoint(teamEndpoints.list, ({ caller, query }) => team.list(caller, query))
  registerEndpoint(teamEndpoints.photos, ({ caller, query }) => team.photos(caller, query.ids))
  registerEndpoint(teamEndpoints.effects, ({ caller, params }) => team.effects(caller, params.userId))
  registerEndpoint(teamEndpoints.deactivate, ({ caller, params, audit }) => team.deactivate(caller, params.userId, audit))
  registerEndpoint(teamEndpoints.reactivate, ({ caller, params, audit }) => team.reactivate(caller, params.userId, audit))
  registerEndpoint(teamEndpoints.setRole, ({ caller, params, body, audit }) =>
    team.setRole(caller, params.userId, body.role, audit),
  )
  registerEndpoint(teamEndpoints.remove, ({ caller, params, query, audit }) =>
    team.remove(caller, params, query.heir ?? caller.userId, audit),
  )
  return { newestUnread: notifications.newest }
}
