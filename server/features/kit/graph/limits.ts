/** How large, deep and dear a document may be, and which documents are answered at all. */
import { createHash } from 'node:crypto'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import {
  type DocumentNode,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  type Source,
  specifiedRules,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GraphQuestion } from '#contract/kit/graphql.ts'
import type { GraphDocument } from '#contract/kit/graphql-document.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { GraphContext } from './builder.ts'
import { refuseCostly } from './cost.ts'

export const depthMax = 10
/** Words and signs of a document: what comes after them is not read. */
const tokenMax = 2_000
/** Errors of one document that are told. */
const errorMax = 3

/** Brackets in brackets, of selections, lists and objects alike. */
const nestedMax = 50

const tooDeep = () => {
  throw refusal('graph/too-much', { message: `This query is too deep. Use at most ${depthMax} levels.` })
}
const depthRule = maxDepthRule({ n: depthMax, flattenFragments: true, onReject: [tooDeep] })

/** @param isFree whether documents may be anything, and the schema may be asked for. */
export function limitsOf(isFree: boolean): Plugin<GraphContext> {
  // The depth first: it throws before a rule walks into what is too deep.
  const rules = [depthRule, ...specifiedRules, ...(isFree ? [] : [NoSchemaIntrospectionCustomRule])]
  return {
    onParse: ({ setParseFn }) =>
      setParseFn((source: string | Source) => {
        refuseNested(typeof source === 'string' ? source : source.body)
        return parse(source, { maxTokens: tokenMax, noLocation: true })
      }),
    onValidate: ({ setValidationFn }) =>
      setValidationFn((schema: GraphQLSchema, document: DocumentNode) =>
        // The rule is of the same library as `validate`, whose types want a visitor.
        validate(schema, document, rules as typeof specifiedRules, { maxErrors: errorMax }),
      ),
    onExecute: ({ args }) => refuseCostly(args.schema, args.document, args.operationName, args.variableValues ?? {}),
    onSubscribe: ({ args }) =>
      refuseCostly(args.schema, args.document, args.operationName ?? undefined, args.variableValues ?? {}),
  }
}

/** The parser calls itself for each bracket: far too many would break it off in the middle. Those in texts are counted with the others. */
function refuseNested(text: string): void {
  let open = 0
  for (const sign of text) {
    if ('([{'.includes(sign)) open += 1
    else if (')]}'.includes(sign)) open -= 1
    if (open > nestedMax) tooDeep()
  }
}

export const idOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

/** Gives the text that a question asks with. @throws `graph/document-unknown`. */
export function createLibrary(documents: readonly GraphDocument<unknown, never>[], isFree: boolean) {
  const known = new Map(documents.map(({ text }) => [idOf(text), text]))
  return ({ documentId, query }: GraphQuestion): string => {
    const found = known.get(documentId ?? idOf(query ?? ''))
    if (found !== undefined) return found
    if (isFree && documentId === undefined && query !== undefined) return query
    throw refusal('graph/document-unknown')
  }
}
