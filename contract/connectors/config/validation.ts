/** Validation without saving: a configuration, a data mapping, a section. `core-platform.md` section 7, `studio-account-settings.md` section 7. */
import Type from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, oneOf, ValidationResult } from '../../kit/schemas.ts'
import { Trigger } from './config.ts'

export const validationEndpoints = {
  validateConfig: endpoint({
    method: 'POST',
    path: '/api-connectors/validateConfig',
    summary: 'Check whether a configuration can be deployed',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: Type.Unknown(),
    status: 200,
    reply: ValidationResult,
    idempotent: false,
  }),
  validateDataMapping: endpoint({
    method: 'POST',
    path: '/api-connectors/validateDataMapping',
    summary: 'Check a data mapping. A plain list counts as dataMapping',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: Type.Unknown(),
    status: 200,
    reply: ValidationResult,
    idempotent: false,
  }),
  validateSection: endpoint({
    method: 'POST',
    path: '/api-connectors/validate-config-section',
    summary: 'Check one section of a configuration',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: closed({
      section: oneOf('source', 'destination', 'dataMapping', 'enrichment'),
      data: Type.Unknown(),
      /** A source needs no address when its records come by a webhook. */
      trigger: Type.Optional(Trigger),
    }),
    status: 200,
    reply: ValidationResult,
    idempotent: false,
  }),
} as const
