package com.example.orders.web;

/** A field's value is well formed but not acceptable; the answer is 400 naming the field. */
public class InvalidFieldException extends RuntimeException {

    private final FieldProblem problem;

    public InvalidFieldException(String field, String message) {
        super(field + " " + message);
        this.problem = new FieldProblem(field, message);
    }

    FieldProblem problem() {
        return problem;
    }
}
