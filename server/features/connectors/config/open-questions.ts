/** What the steps of the builder still ask of a draft, as errors of its deployment. Pure. */

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { lacksOfAnswer, lacksOfMapping, type OpenQuestion } from '#contract/connectors/config/open-questions.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'

function problemOf(question: OpenQuestion, isDatabase: boolean): FieldProblem {
  switch (question.what) {
    case 'list':
      return {
        path: '/source/isList',
        message: 'The response contains a list. In the source step, choose whether each item is a record',
      }
    case 'unknown':
      return {
        path: '/source/isList',
        message: 'In the source step, send a test request or choose what a record is',
      }
    case 'remainder':
      return {
        path: '/source/listConfig',
        message:
          'The response declares more records than it contains. In the source step, choose whether to read the other pages',
      }
    case 'key':
      return {
        path: isDatabase ? '/source/databaseConfig/keyColumns' : '/source/keyFields',
        message: 'In the source step, choose what identifies a record',
      }
    case 'required':
      return {
        path: '/dataMapping',
        message: `The destination requires the field "${question.path}". Map it in the mapping step`,
      }
    case 'line':
      return {
        path: '/dataMapping',
        message: `The mapping of "${question.path}" is incomplete. Complete it in the mapping step`,
      }
  }
}

/** The same questions as in the review. */
export function openQuestions(config: ConnectorConfig, shapes: DraftShapes, liveVersion: number | null): FieldProblem[] {
  const isDatabase = config.source.type === 'database' && config.trigger.type !== 'webhook'
  return [...lacksOfAnswer({ config, shapes, liveVersion }), ...lacksOfMapping({ config, shapes })].map((question) =>
    problemOf(question, isDatabase),
  )
}
