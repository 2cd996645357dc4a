/** What an operation may cost: every field counts one, times the items of the pages that it stands in. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'

import { refusal } from '#contract/kit/problem.ts'

export const costMax = 5_000

type Variables = Readonly<Record<string, unknown>>
type Walk = {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Variables
  readonly schema: GraphQLSchema
  spent: number
}

/** Items that a list may have: its `limit`, what is taken for it when none is sent, or the bound that its area wrote down. */
export function itemsOf(field: GraphQLField<unknown, unknown>, node: FieldNode | null, variables: Variables): number {
  const usual = field.args.find(({ name }) => name === 'limit')?.defaultValue
  const value = node?.arguments?.find(({ name }) => name.value === 'limit')?.value
  const asked =
    value?.kind === Kind.INT ? Number(value.value) : value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined
  if (typeof asked === 'number' && asked > 0) return asked
  if (typeof usual === 'number') return usual
  const bound = field.extensions['bounded']
  return typeof bound === 'number' ? bound : 1
}

/** @param times of the selections; `ofPage` is how often the page stands there whose items they are of. */
function add(walk: Walk, { selections }: SelectionSetNode, type: GraphQLNamedType, times: number, ofPage: number): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) addField(walk, selection, type, times, ofPage)
    else {
      const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : walk.fragments.get(selection.name.value)
      if (!part) continue
      const on = part.typeCondition ? walk.schema.getType(part.typeCondition.name.value) : type
      add(walk, part.selectionSet, on ?? type, times, ofPage)
    }
  }
}

function addField(walk: Walk, node: FieldNode, type: GraphQLNamedType, ofItems: number, ofPage: number): void {
  const field = isObjectType(type) || isAbstractType(type) ? fieldOf(type, node.name.value) : undefined
  // What says something of the whole page is there once for all its items.
  const times = field?.extensions['isOfPage'] === true ? ofPage : ofItems
  walk.spent += times
  // Said on the way, so that a bomb costs us no more than what is allowed.
  if (walk.spent > costMax)
    throw refusal('graph/too-much', {
      message: `This query asks for too much data. Request at most ${costMax} fields. Each field counts once per item of its page.`,
    })
  if (!node.selectionSet || !field) return
  const isPage = isListType(getNullableType(field.type)) || field.args.some(({ name }) => name === 'limit')
  add(walk, node.selectionSet, getNamedType(field.type), isPage ? times * itemsOf(field, node, walk.variables) : times, times)
}

const fieldOf = (type: GraphQLNamedType, name: string) =>
  'getFields' in type ? (type.getFields()[name] as GraphQLField<unknown, unknown> | undefined) : undefined

/** The document is a valid one: its fragments do not go in circles. @throws `graph/too-much`. */
export function refuseCostly(
  schema: GraphQLSchema,
  document: DocumentNode,
  name: string | undefined,
  variables: Variables,
): void {
  const operation = getOperationAST(document, name)
  const root = operation && schema.getRootType(operation.operation)
  if (!operation || !root) return
  const fragments = new Map(
    document.definitions.flatMap((it) => (it.kind === Kind.FRAGMENT_DEFINITION ? [[it.name.value, it] as const] : [])),
  )
  add({ fragments, variables, schema, spent: 0 }, operation.selectionSet, root, 1, 1)
}
