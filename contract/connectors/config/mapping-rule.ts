/** Saved mapping rules: a closed set of ways to make one value, so that no code of a person is ever run. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, ValidationResult, visibleText } from '../../kit/schemas.ts'
import { formulaMax } from './formula/syntax.ts'

const Scalar = Type.Union([Type.String({ maxLength: 8_192 }), Type.Number(), Type.Boolean(), Type.Null()])
const Path = Type.String({ minLength: 1, maxLength: 256 })
const common = {
  name: visibleText(128),
  description: Type.Optional(Type.String({ maxLength: 1_024 })),
}

export const NewMappingRule = Type.Union([
  closed({ ...common, type: Type.Literal('constant'), value: Scalar }),
  /** Where the source has nothing, or null. */
  closed({ ...common, type: Type.Literal('default'), sourcePath: Path, value: Scalar }),
  /** What is missing, null or empty is left out, with its separator. */
  closed({
    ...common,
    type: Type.Literal('concatenate'),
    sourcePaths: Type.Array(Path, { minItems: 1, maxItems: 32 }),
    separator: Type.String({ maxLength: 64 }),
  }),
  /** The part number `index`, counted from 0; nothing where there is no such part. */
  closed({
    ...common,
    type: Type.Literal('split'),
    sourcePath: Path,
    separator: Type.String({ minLength: 1, maxLength: 64 }),
    index: Type.Integer({ minimum: 0, maximum: 1_000 }),
  }),
  closed({ ...common, type: Type.Literal('case'), sourcePath: Path, to: oneOf('upper', 'lower', 'title') }),
  /**
   * `from` and `to` are tokens of Luxon; an empty `from` means ISO 8601 or a time since 1970. A time without an offset is read in the zone, and every
   * time is written in it. Default UTC.
   */
  closed({
    ...common,
    type: Type.Literal('dateFormat'),
    sourcePath: Path,
    from: Type.String({ maxLength: 64 }),
    to: Type.String({ minLength: 1, maxLength: 64 }),
    timeZone: Type.Optional(Type.String({ maxLength: 64 })),
    /** Of times since 1970, where `from` is empty. Without it the size of the number decides, and a number whose unit is not clear fails. */
    unit: Type.Optional(oneOf('seconds', 'milliseconds')),
  }),
  /** Exactly, halves away from zero; the result is a text until the target's type says otherwise. */
  closed({
    ...common,
    type: Type.Literal('numberFormat'),
    sourcePath: Path,
    fractionDigits: Type.Integer({ minimum: 0, maximum: 20 }),
  }),
  /** Without `otherwise` a value that the table does not hold is an error; what is missing stays missing. */
  closed({
    ...common,
    type: Type.Literal('lookup'),
    sourcePath: Path,
    table: Type.Record(Type.String({ maxLength: 256 }), Scalar),
    otherwise: Type.Optional(Scalar),
  }),
  /** `greater` and `less` compare numbers, else dates, else texts by their characters. A missing value is neither. */
  closed({
    ...common,
    type: Type.Literal('condition'),
    sourcePath: Path,
    operator: oneOf('equals', 'notEquals', 'greater', 'less', 'contains', 'isEmpty'),
    compareTo: Type.Optional(Scalar),
    thenValue: Scalar,
    elseValue: Scalar,
  }),
  /** What a formula makes of any fields (`contract/connectors/config/formula`): a text, a number, a yes/no value or a list. */
  closed({ ...common, type: Type.Literal('formula'), text: Type.String({ minLength: 1, maxLength: formulaMax }) }),
])
export type NewMappingRule = Static<typeof NewMappingRule>

export const MappingRule = Type.Object({ _id: Id, rule: NewMappingRule, createdBy: orNull(Id), createdAt: Instant })
export type MappingRule = Static<typeof MappingRule>

export const mappingRuleEndpoints = {
  validate: endpoint({
    method: 'POST',
    path: '/api-connectors/connectors/validateMappingRule',
    summary: 'Check a mapping rule',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: Type.Unknown(),
    status: 200,
    reply: ValidationResult,
    idempotent: false,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api-connectors/connectors/saveMappingRule',
    summary: 'Save a company mapping rule',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'mappingRule.saved',
    body: NewMappingRule,
    status: 201,
    reply: MappingRule,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api-connectors/connectors/mappingRules/:id',
    summary: 'Change or rename a mapping rule. Deployed versions keep the earlier rule',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'mappingRule.changed',
    params: closed({ id: Id }),
    body: NewMappingRule,
    status: 200,
    reply: MappingRule,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/connectors/mappingRules',
    summary: 'List company mapping rules',
    access: everyRole,
    scope: 'integrations:read',
    status: 200,
    reply: Type.Array(MappingRule),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api-connectors/connectors/mappingRules/:id',
    summary: 'Delete a mapping rule',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'mappingRule.deleted',
    params: closed({ id: Id }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
