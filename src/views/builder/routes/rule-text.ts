import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import type { RouteRule } from '#src/machines/builder/routes/routes-form.ts'
import { conditionText } from '../records/condition-text.ts'
import { routesMessages as messages } from './routes.messages.ts'

/** Which records go to a destination: "country is one of DE, AT", "Everything else". */
export function ruleText({ only, isRest }: RouteRule, { routes }: Pick<ConnectorConfig, 'routes'>): string {
  if (only !== null) return conditionText(only) ?? messages.conditions(conditionsOf(only).length)
  return isRest || routes?.fit === 'first' ? messages.rules.rest : messages.rules.all
}
