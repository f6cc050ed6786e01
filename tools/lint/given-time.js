/**
 * oxlint plugin: rules and use cases receive `now` and chance as arguments. `new Date(value)` only converts; `new Date()`
 * and `Date()` ask the machine. (`Date.now` and `Math.random` are forbidden by no-restricted-properties.)
 */
const noNewDate = {
  create(context) {
    const report = (node) => {
      const isClock = node.callee.type === 'Identifier' && node.callee.name === 'Date'
      if (isClock && node.arguments.length === 0)
        context.report({
          node,
          message: 'Take `now` as an argument instead of asking the machine for the time.',
        })
    }
    return { NewExpression: report, CallExpression: report }
  },
}

export default { meta: { name: 'given-time' }, rules: { 'no-new-date': noNewDate } }
