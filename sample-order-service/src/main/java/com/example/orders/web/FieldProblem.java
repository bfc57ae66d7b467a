package com.example.orders.web;

/**
 * The problem with one field of a request; the {@code errors} of a problem is a list of these.
 *
 * @param field a field of the body, a path variable, or a query parameter
 */
record FieldProblem(String field, String message) {}
