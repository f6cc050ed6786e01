/** Comments, test titles, error messages and identifiers use the field's standard terms (`terms.ts`). */
import { findTerms, splitIdentifier } from './terms.ts'

const testFunctions = new Set(['test', 'it', 'describe'])

/** The first name of a callee: `test` for `test`, `test.each(rows)` and so on. */
const calledName = (callee) => {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return calledName(callee.object)
  if (callee.type === 'CallExpression') return calledName(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee.tag)
  return null
}

const textOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.raw).join(' ')
  return null
}

/** Openings that leave a title, a comment or a name without its subject. */
const openings = { title: /^(it|of|whether) /, comment: /^\W*Of /, identifier: /^of[A-Z]/ }

const standardTerms = {
  create(context) {
    const report = (node, text, options) => {
      for (const { found, say } of findTerms(text, options))
        context.report({ node, message: `Instead of "${found}", write: ${say}.` })
    }
    const reportOpening = (node, text, pattern) => {
      const [found] = pattern.exec(text) ?? []
      if (found !== undefined)
        context.report({ node, message: `Begin with the subject, not with "${found}".` })
    }
    const checkIdentifier = (node) => {
      report(node, splitIdentifier(node.name), { isIdentifier: true })
      reportOpening(node, node.name, openings.identifier)
    }
    const checkText = (node) => {
      const text = textOf(node)
      if (text !== null) report(node, text)
    }
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          report(comment, comment.value)
          reportOpening(comment, comment.value, openings.comment)
        }
      },
      CallExpression(node) {
        if (!testFunctions.has(calledName(node.callee))) return
        const [title] = node.arguments
        checkText(title)
        reportOpening(title, textOf(title) ?? '', openings.title)
      },
      NewExpression(node) {
        if (calledName(node.callee)?.endsWith('Error')) checkText(node.arguments[0])
      },
      Identifier: checkIdentifier,
    }
  },
}

export default { meta: { name: 'plain-english' }, rules: { 'standard-terms': standardTerms } }
