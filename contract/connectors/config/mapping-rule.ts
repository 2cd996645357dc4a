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

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, Instant, oneOf, orNull, ValidationResult } from '../../kit/schemas.ts'

const Scalar = Union([Text({ maxLength: 8_192 }), Numeric(), YesNo(), Null()])
const Path = Text({ minLength: 1, maxLength: 256 })
const common = { name: Text({ minLength: 1, maxLength: 128 }), description: Optional(Text({ maxLength: 1_024 })) }

export const NewMappingRule = Union([
  closed({ ...common, type: Literal('constant'), value: Scalar }),
  /** Where the source has nothing, or null. */
  closed({ ...common, type: Literal('default'), sourcePath: Path, value: Scalar }),
  /** What is missing, null or empty is left out, with its separator. */
  closed({
    ...common,
    type: Literal('concatenate'),
    sourcePaths: List(Path, { minItems: 1, maxItems: 32 }),
    separator: Text({ maxLength: 64 }),
  }),
  /** The part number `index`, counted from 0; nothing where there is no such part. */
  closed({
    ...common,
    type: Literal('split'),
    sourcePath: Path,
    separator: Text({ minLength: 1, maxLength: 64 }),
    index: Integer({ minimum: 0, maximum: 1_000 }),
  }),
  closed({ ...common, type: Literal('case'), sourcePath: Path, to: oneOf('upper', 'lower', 'title') }),
  /**
   * `from` and `to` are tokens of Luxon; an empty `from` means ISO 8601 or milliseconds since 1970. A time without an offset is read in the zone,
   * and every time is written in it. Default UTC.
   */
  closed({
    ...common,
    type: Literal('dateFormat'),
    sourcePath: Path,
    from: Text({ maxLength: 64 }),
    to: Text({ minLength: 1, maxLength: 64 }),
    timeZone: Optional(Text({ maxLength: 64 })),
  }),
  /** Exactly, halves away from zero; the result is a text until the target's type says otherwise. */
  closed({ ...common, type: Literal('numberFormat'), sourcePath: Path, fractionDigits: Integer({ minimum: 0, maximum: 20 }) }),
  /** Without `otherwise` a value that the table does not hold is an error; what is missing stays missing. */
  closed({
    ...common,
    type: Literal('lookup'),
    sourcePath: Path,
    table: Record(Text({ maxLength: 256 }), Scalar),
    otherwise: Optional(Scalar),
  }),
  /** `greater` and `less` compare numbers, else dates, else texts by their characters. A missing value is neither. */
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
