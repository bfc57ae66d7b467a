package com.example.orders.web;

import java.util.List;

/**
 * One page of a longer list.
 *
 * @param content the elements of this page
 * @param page the number of this page, from 0
 * @param size how many elements a full page has
 * @param totalElements how many elements all pages have
 */
public record Page<T>(List<T> content, int page, int size, long totalElements) {

    public Page {
        content = List.copyOf(content);
    }
}
