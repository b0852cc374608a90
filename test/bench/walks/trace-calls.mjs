import ts from 'typescript';

/**
 * A transformation that makes each function call `rxkubeEnter(url, name)` first and `rxkubeLeave()` last.
 * Constructors and generators stay as they are.
 *
 * @param {string} url of the file
 * @returns {ts.TransformerFactory<ts.SourceFile>}
 */
export function traceCalls(url) {
  return (context) => {
    const { factory } = context;

    return (file) => ts.visitEachChild(file, visit, context);

    /**
     * @param {ts.Node} node
     * @returns {ts.Node}
     */
    function visit(node) {
      const inner = ts.visitEachChild(node, visit, context);
      if (ts.isArrowFunction(inner)) {
        const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken } = inner;
        const body = traced(nameOf(inner), inner.body);

        return factory.updateArrowFunction(
          inner,
          modifiers,
          typeParameters,
          parameters,
          type,
          equalsGreaterThanToken,
          body,
        );
      }
      if (ts.isFunctionDeclaration(inner) && inner.body && !inner.asteriskToken) {
        const { modifiers, asteriskToken, name, typeParameters, parameters, type } = inner;
        const body = traced(nameOf(inner), inner.body);

        return factory.updateFunctionDeclaration(
          inner,
          modifiers,
          asteriskToken,
          name,
          typeParameters,
          parameters,
          type,
          body,
        );
      }
      if (ts.isMethodDeclaration(inner) && inner.body && !inner.asteriskToken) {
        const { modifiers, asteriskToken, name, questionToken, typeParameters, parameters, type } =
          inner;
        const body = traced(nameOf(inner), inner.body);

        return factory.updateMethodDeclaration(
          inner,
          modifiers,
          asteriskToken,
          name,
          questionToken,
          typeParameters,
          parameters,
          type,
          body,
        );
      }
      if (ts.isGetAccessorDeclaration(inner) && inner.body) {
        const { modifiers, name, parameters, type } = inner;
        const body = traced(nameOf(inner), inner.body);

        return factory.updateGetAccessorDeclaration(inner, modifiers, name, parameters, type, body);
      }

      return inner;
    }

    /**
     * @param {string} name
     * @param {ts.ConciseBody} body
     */
    function traced(name, body) {
      const statements = ts.isBlock(body)
        ? body.statements
        : [factory.createReturnStatement(factory.createParenthesizedExpression(body))];
      const enter = call('rxkubeEnter', [url, name]);
      const leave = factory.createBlock([call('rxkubeLeave', [])]);
      const attempt = factory.createTryStatement(
        factory.createBlock([...statements], true),
        undefined,
        leave,
      );

      return factory.createBlock([enter, attempt], true);
    }

    /**
     * @param {string} name
     * @param {readonly string[]} words
     */
    function call(name, words) {
      return factory.createExpressionStatement(
        factory.createCallExpression(
          factory.createIdentifier(name),
          undefined,
          words.map((word) => factory.createStringLiteral(word)),
        ),
      );
    }
  };
}

/** @param {ts.SignatureDeclaration} declaration */
function nameOf({ name }) {
  return name !== undefined && 'text' in name ? name.text : '()';
}
