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
        message: 'A list was found in the response. Say in the source step whether each item is a record',
      }
    case 'unknown':
      return {
        path: '/source/isList',
        message: 'Send the test request in the source step, or say there whether the response is one record or a list',
      }
    case 'remainder':
      return {
        path: '/source/listConfig',
        message: 'The response declares more records than it holds. Say in the source step whether its other pages are read',
      }
    case 'key':
      return {
        path: isDatabase ? '/source/databaseConfig/keyColumns' : '/source/keyFields',
        message: 'Choose in the source step what identifies a record',
      }
    case 'required':
      return {
        path: '/dataMapping',
        message: `The destination requires the field "${question.path}". Fill it in the mapping step`,
      }
    case 'line':
      return {
        path: '/dataMapping',
        message: `The mapping of "${question.path}" has only one side. Complete it in the mapping step`,
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
