/** Finds texts in the code of a view that a person would read. */
import ts from 'typescript'

/** Attributes and fields whose text is shown or read out. */
const visible =
  /^(title|label|aria-label|aria-description|aria-roledescription|aria-valuetext|placeholder|alt|hint|error|summary|word|message|heading|text|description|caption|empty|say|words)$/
/** Parts whose `name` is read out; elsewhere a name is that of a form's field. */
const named = /^(Table|ListFrame|Pager)$/
const spoken = /^(toast|showToast|alert|confirm)$/
/** The name of the product is the same in every language. */
const letters = { test: (text: string) => /\p{L}/u.test(text.replaceAll('Datacrane', '')) }

/** @returns a line each: "12 “the text”". */
export function sentencesIn(path: string, code: string): string[] {
  const source = ts.createSourceFile(
    path,
    code,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: ts.Node[] = []
  walk(source, found)
  return [...new Set(found)].map((node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    return `${line + 1} “${node.getText(source).trim()}”`
  })
}

function walk(node: ts.Node, found: ts.Node[]): void {
  if (ts.isJsxText(node) && letters.test(node.text)) found.push(node)
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && node.expression) found.push(...textsOf(node.expression))
  if (ts.isJsxAttribute(node) && node.initializer && isVisible(node)) found.push(...textsOf(node.initializer))
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && isVisibleField(node.name.text))
    found.push(...textsOf(node.initializer))
  if (ts.isCallExpression(node) && spoken.test(node.expression.getText())) found.push(...node.arguments.flatMap(textsOf))
  if (ts.isBinaryExpression(node) && node.left.getText() === 'document.title') found.push(...textsOf(node.right))
  ts.forEachChild(node, (child) => walk(child, found))
}

function isVisible(attribute: ts.JsxAttribute): boolean {
  const name = attribute.name.getText()
  const element = attribute.parent.parent.tagName.getText()
  return visible.test(name) || (name === 'name' && named.test(element))
}

/** `text` and `empty` are too common as names of data to stand for something that is shown. */
const isVisibleField = (name: string) => visible.test(name) && !/^(text|empty|error|words|message|description)$/.test(name)

/** The literals with letters in them that an expression may come to; what it compares, looks up or hands on is none. */
function textsOf(node: ts.Node): ts.Node[] {
  if (ts.isStringLiteralLike(node)) return letters.test(node.text) ? [node] : []
  if (ts.isTemplateExpression(node)) {
    const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    return texts.some((text) => letters.test(text)) ? [node] : node.templateSpans.flatMap(({ expression }) => textsOf(expression))
  }
  if (ts.isJsxExpression(node)) return node.expression ? textsOf(node.expression) : []
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return textsOfOperands(node)
  return []
}

function textsOfOperands({ left, operatorToken, right }: ts.BinaryExpression): ts.Node[] {
  const { kind } = operatorToken
  if (kind === ts.SyntaxKind.PlusToken) return [...textsOf(left), ...textsOf(right)]
  if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken)
    return [...textsOf(left), ...textsOf(right)]
  return kind === ts.SyntaxKind.AmpersandAmpersandToken ? textsOf(right) : []
}
