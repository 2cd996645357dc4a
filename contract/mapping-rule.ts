/** Saved mapping rules: a closed set of ways to make one value, so that no code of a person is ever run. */
import {
  Integer,
  Array as List,
  Literal,
  Null,
  Number as Numeric,
  Optional,
  Record,
  Object as Shape,
  type Static,
  String as Text,
  Union,
  Unknown,
  Boolean as YesNo,
} from 'typebox'

import { endpoint, everyRole } from './endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, ValidationResult } from './schemas.ts'

const Scalar = Union([Text({ maxLength: 8_192 }), Numeric(), YesNo(), Null()])
const Path = Text({ minLength: 1, maxLength: 256 })
const common = { name: Text({ minLength: 1, maxLength: 128 }), description: Optional(Text({ maxLength: 1_024 })) }

export const NewMappingRule = Union([
  closed({ ...common, type: Literal('constant'), value: Scalar }),
  closed({ ...common, type: Literal('default'), sourcePath: Path, value: Scalar }),
  closed({
    ...common,
    type: Literal('concatenate'),
    sourcePaths: List(Path, { minItems: 1, maxItems: 32 }),
    separator: Text({ maxLength: 64 }),
  }),
  closed({
    ...common,
    type: Literal('split'),
    sourcePath: Path,
    separator: Text({ minLength: 1, maxLength: 64 }),
    index: Integer({ minimum: 0, maximum: 1_000 }),
  }),
  closed({ ...common, type: Literal('case'), sourcePath: Path, to: oneOf('upper', 'lower', 'title') }),
  closed({
    ...common,
    type: Literal('dateFormat'),
    sourcePath: Path,
    from: Text({ maxLength: 64 }),
    to: Text({ minLength: 1, maxLength: 64 }),
    timeZone: Optional(Text({ maxLength: 64 })),
  }),
  closed({ ...common, type: Literal('numberFormat'), sourcePath: Path, fractionDigits: Integer({ minimum: 0, maximum: 20 }) }),
  closed({
    ...common,
    type: Literal('lookup'),
    sourcePath: Path,
    table: Record(Text({ maxLength: 256 }), Scalar),
    otherwise: Optional(Scalar),
  }),
  closed({
    ...common,
    type: Literal('condition'),
    sourcePath: Path,
    operator: oneOf('equals', 'notEquals', 'greater', 'less', 'contains', 'isEmpty'),
    compareTo: Optional(Scalar),
    thenValue: Scalar,
    elseValue: Scalar,
  }),
])
export type NewMappingRule = Static<typeof NewMappingRule>

export const MappingRule = Shape({ _id: Id, rule: NewMappingRule, createdBy: orNull(Id), createdAt: Instant })
export type MappingRule = Static<typeof MappingRule>

export const mappingRuleEndpoints = {
  validate: endpoint({
    method: 'POST',
    path: '/api-connectors/connectors/validateMappingRule',
    summary: 'Whether one mapping rule is sound',
    access: everyRole,
    body: Unknown(),
    status: 200,
    reply: ValidationResult,
    idempotent: false,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api-connectors/connectors/saveMappingRule',
    summary: 'Save a mapping rule of the company',
    access: everyRole,
    body: NewMappingRule,
    status: 201,
    reply: MappingRule,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/connectors/mappingRules',
    summary: 'The mapping rules of the company',
    access: everyRole,
    status: 200,
    reply: List(MappingRule),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api-connectors/connectors/mappingRules/:id',
    summary: 'Delete a mapping rule',
    access: everyRole,
    params: closed({ id: Id }),
    status: 200,
    reply: Shape({ success: Literal(true) }),
  }),
} as const
