/** The calls under `/api/ai/` beside the chat: read and propose, answered by the planner that is built in. `core-platform.md` section 7. */
import Type, { type Static } from 'typebox'
import { ConnectorConfig } from '../connectors/config/config.ts'
import { DraftShapes, ShapeField, storedExamplesMax } from '../connectors/config/shape.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import {
  Count,
  closed,
  FieldProblemShape,
  Id,
  Instant,
  oneOf,
  orNull,
  readOnlyMembers,
  ValidationResult,
  visibleText,
} from '../kit/schemas.ts'
import { Insight } from '../studio/insights.ts'
import { RecognizedIntent } from './assistant.ts'
import { assistantLimits } from './assistant-limits.ts'

/** Fields of a side that are compared at most. */
const fieldsMax = 500
const templatesMax = 10

const answered = <T extends Type.TSchema>(data: T) => Type.Object({ success: Type.Literal(true), data })
const Schema = closed({
  fields: Type.Array(ShapeField, { maxItems: fieldsMax }),
  /** Records, so that values are compared, too. */
  examples: Type.Optional(Type.Array(Type.Unknown(), { maxItems: storedExamplesMax })),
})
const words = () => Type.Optional(visibleText(200))

export const Template = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  tags: Type.Array(Type.String()),
  /** Why it is named, as sentences; never empty. */
  because: Type.Array(Type.String()),
})
export type Template = Static<typeof Template>

/** A draft as the chat proposes it. Nothing is made: `POST /api-connectors/` makes it. */
export const Workflow = Type.Object({
  connector: Type.Object({ name: Type.String() }),
  config: ConnectorConfig,
  shapes: DraftShapes,
  isReady: Type.Boolean(),
  errors: Type.Array(FieldProblemShape),
  /** Systems that the wish names and the library does not have. */
  unknown: Type.Array(Type.String()),
})
export type Workflow = Static<typeof Workflow>

const read = { access: everyRole, scope: 'integrations:read' } as const
const modelCall = { ...read, method: 'POST', audit: 'none', status: 200, idempotent: false } as const

export const aiEndpoints = {
  parseIntent: endpoint({
    ...modelCall,
    path: '/api/ai/parse-intent',
    summary: 'Detect the intent and systems in a sentence',
    body: closed({ input: visibleText(assistantLimits.messageMax) }),
    reply: answered(RecognizedIntent),
  }),
  generateWorkflow: endpoint({
    ...modelCall,
    path: '/api/ai/generate-workflow',
    summary: 'Propose a connector draft from the library. Nothing is created',
    body: closed({
      intent: Type.Union([
        visibleText(assistantLimits.messageMax),
        closed({
          type: Type.Optional(Type.Literal('create-connector')),
          ...readOnlyMembers('confidence'),
          entities: closed({ sourceSystem: orNull(visibleText(100)), targetSystem: orNull(visibleText(100)) }),
        }),
      ]),
    }),
    reply: answered(Workflow),
  }),
  validateWorkflow: endpoint({
    ...modelCall,
    path: '/api/ai/validate-workflow',
    summary: 'Check a connector configuration. `workflow` is the configuration, or an object with a `config` field.',
    body: closed({ workflow: Type.Unknown() }),
    reply: answered(ValidationResult),
  }),
  suggestMappings: endpoint({
    ...modelCall,
    path: '/api/ai/suggest-mappings',
    summary: 'Suggest field mappings with reasons',
    body: closed({ sourceSchema: Schema, targetSchema: Schema }),
    reply: answered(
      Type.Array(
        Type.Object({
          sourcePath: Type.String(),
          targetPath: Type.String(),
          /** 0 to 1; no probability. */
          score: Type.Number(),
          reasons: Type.Array(Type.Object({ code: Type.String() }, { additionalProperties: true })),
        }),
      ),
    ),
  }),
  validateMapping: endpoint({
    ...modelCall,
    path: '/api/ai/validate-mapping',
    summary: 'Check the lines of a mapping',
    body: closed({ mapping: Type.Unknown() }),
    reply: answered(ValidationResult),
  }),
  recommendations: endpoint({
    ...read,
    method: 'GET',
    path: '/api/ai/workflow-recommendations',
    summary: 'Recommend templates for your systems, with reasons. Separate systems with commas',
    query: closed({ systems: words(), industry: words(), useCase: words() }),
    status: 200,
    reply: answered(Type.Array(Template, { maxItems: templatesMax })),
  }),
  optimize: endpoint({
    ...modelCall,
    path: '/api/ai/optimize-workflow',
    summary: 'Suggest improvements for a connector from the past 7 days',
    body: closed({ workflowId: Id }),
    reply: answered(
      Type.Object({
        from: Instant,
        to: Instant,
        records: Count,
        findings: Type.Array(Insight),
        advice: Type.Array(Type.String()),
      }),
    ),
  }),
  templates: endpoint({
    ...read,
    method: 'GET',
    path: '/api/ai/template-suggestions',
    summary: 'Search templates by category, complexity and words, best match first',
    query: closed({
      category: words(),
      complexity: Type.Optional(oneOf('simple', 'medium', 'complex')),
      industry: words(),
    }),
    status: 200,
    reply: answered(Type.Array(Template, { maxItems: templatesMax })),
  }),
  feedback: endpoint({
    ...modelCall,
    path: '/api/ai/feedback',
    summary: 'Rate an answer of the assistant. The newest rating counts',
    body: closed({
      interactionId: Id,
      feedback: oneOf('helpful', 'not-helpful'),
      comment: Type.Optional(visibleText(1_000)),
    }),
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
  health: endpoint({
    ...read,
    method: 'GET',
    path: '/api/ai/health',
    summary: "Get the assistant's state. The built-in planner is always available",
    status: 200,
    reply: answered(Type.Object({ status: Type.Literal('ok'), speaker: Type.Literal('built-in') })),
  }),
} as const
export { templatesMax }
